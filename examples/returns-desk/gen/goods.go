package main

type category struct {
	name, en, goods string
	policy          string // id of the document; "" where the shop has published none
	products        []product
}

type product struct {
	sku, name, en string
	cents         int
}

type stamp struct{ policy, version, from string }

var categories = []category{
	{"耳机", "headphones", "实物", "headphone-policy", []product{
		{"HP-001", "静界降噪耳机", "Jingjie noise-cancelling headphones", 89900},
		{"HP-002", "轻羽入耳式耳机", "Qingyu in-ear headphones", 19900},
		{"HP-003", "猎音游戏耳机", "Lieyin gaming headset", 45900},
	}},
	{"智能手表", "smart watch", "实物", "watch-policy", []product{
		{"WT-001", "晨跑智能手表", "Chenpao smart watch", 129900},
		{"WT-002", "星程儿童手表", "Xingcheng kids' watch", 59900},
	}},
	{"笔记本电脑", "laptop", "实物", "laptop-policy", []product{
		{"LP-014", "云岭轻薄本 14", "Yunling ultrabook 14", 549900},
		{"LP-016", "云岭创作本 16", "Yunling creator laptop 16", 899900},
	}},
	{"厨房电器", "kitchen appliance", "实物", "kitchen-policy", []product{
		{"KT-101", "小满电饭煲", "Xiaoman rice cooker", 32900},
		{"KT-102", "小满空气炸锅", "Xiaoman air fryer", 39900},
	}},
	{"服装", "clothing", "实物", "clothing-policy", []product{
		{"CL-501", "防风冲锋衣", "windproof jacket", 49900},
		{"CL-502", "棉质卫衣", "cotton sweatshirt", 15900},
	}},
	{"礼品卡", "gift card", "虚拟", "gift-card-policy", []product{
		{"GC-200", "电子礼品卡 200 元", "e-gift card 200", 20000},
		{"GC-500", "电子礼品卡 500 元", "e-gift card 500", 50000},
	}},
	// its name holds another category's
	{"耳机配件", "headphone accessory", "实物", "headphone-accessory-policy", []product{
		{"HA-021", "记忆棉耳机套", "memory-foam ear pads", 5900},
		{"HA-022", "耳机充电盒", "headphone charging case", 12900},
	}},
	// no policy: an answer on it must not borrow another product's
	{"文具", "stationery", "实物", "", []product{
		{"ST-011", "方格手账本", "grid notebook", 3900},
		{"ST-012", "钢笔礼盒", "fountain pen set", 12900},
	}},
}

var stamps = []stamp{
	{"outlet-policy", "V1", "2026-01-01"},
	{"headphone-policy", "V1", "2026-01-01"},
	{"headphone-policy", "V2", "2026-09-01"},
	{"headphone-accessory-policy", "V2", "2026-05-01"},
	{"watch-policy", "V3", "2026-03-01"},
	{"laptop-policy", "V1", "2026-01-01"},
	{"kitchen-policy", "V1", "2026-01-01"},
	{"clothing-policy", "V1", "2026-01-01"},
	{"clothing-policy", "V2", "2026-07-01"},
	{"gift-card-policy", "V1", "2026-01-01"},
}

func goods(sku string) product {
	for _, c := range categories {
		for _, p := range c.products {
			if p.sku == sku {
				return p
			}
		}
	}
	panic("no product " + sku)
}
