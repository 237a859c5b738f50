package main

import "fmt"

// A category is a family of products: its SKUs are code-first, code-(first+1), …
type category struct {
	code, zh, en string
	first        int
	suppliers    []string // letters, taken in turn
	price        int      // yuan, the cheapest
	reasons      []int    // weights, in the order of reasons
	styles       [][2]string
	nouns        [][2]string
}

const perCategory = 27

var reasons = []string{"包装破损", "商品破损", "质量故障", "与描述不符", "尺寸不合适", "七天无理由", "发错货"}

var (
	fragile    = []int{30, 30, 5, 10, 5, 15, 5}
	electrical = []int{15, 5, 40, 10, 2, 23, 5}
	plain      = []int{8, 5, 12, 20, 25, 25, 5}
)

var categories = []category{
	{"CER", "陶瓷餐具", "ceramic tableware", 1001, []string{"A", "E"}, 19, fragile,
		[][2]string{{"青瓷", "celadon"}, {"骨瓷", "bone china"}, {"白瓷", "white porcelain"}, {"釉下彩", "underglaze"}, {"粗陶", "stoneware"}},
		[][2]string{{"餐盘", "dinner plate"}, {"汤碗", "soup bowl"}, {"饭碗", "rice bowl"}, {"马克杯", "mug"}, {"鱼盘", "fish plate"}, {"茶具", "tea set"}}},
	{"GLS", "玻璃器皿", "glassware", 2001, []string{"C", "K"}, 15, fragile,
		[][2]string{{"高硼硅", "borosilicate"}, {"水晶", "crystal"}, {"钢化", "tempered"}, {"磨砂", "frosted"}, {"锤纹", "hammered"}},
		[][2]string{{"玻璃水杯", "glass tumbler"}, {"玻璃饭盒", "glass lunch box"}, {"玻璃醒酒器", "glass decanter"}, {"玻璃储物罐", "glass jar"}, {"玻璃沙拉碗", "glass salad bowl"}, {"玻璃凉水壶", "glass pitcher"}}},
	{"KET", "电热水壶", "electric kettles", 3001, []string{"A", "F"}, 79, electrical,
		[][2]string{{"速热", "fast-boil"}, {"静音", "quiet"}, {"长效保温", "keep-warm"}, {"双层防烫", "double-wall"}, {"便携", "portable"}},
		[][2]string{{"电水壶1.7升", "kettle 1.7 L"}, {"电水壶1.5升", "kettle 1.5 L"}, {"电水壶1.0升", "kettle 1.0 L"}, {"养生壶", "health pot"}, {"折叠水壶", "folding kettle"}, {"调奶器", "formula kettle"}}},
	{"CUP", "保温杯", "vacuum flasks", 4001, []string{"D", "L"}, 39, plain,
		[][2]string{{"轻量", "light"}, {"大容量", "large"}, {"儿童", "kids"}, {"商务", "business"}, {"运动", "sport"}},
		[][2]string{{"保温杯500毫升", "flask 500 ml"}, {"保温杯350毫升", "flask 350 ml"}, {"保温壶", "thermos jug"}, {"焖烧杯", "food flask"}, {"咖啡杯", "coffee flask"}, {"吸管杯", "straw flask"}}},
	{"AUD", "蓝牙耳机", "Bluetooth headphones", 5001, []string{"B", "M"}, 99, electrical,
		[][2]string{{"降噪", "noise-cancelling"}, {"竞速", "racing"}, {"入门", "starter"}, {"旗舰", "flagship"}, {"开放式", "open"}},
		[][2]string{{"入耳耳机", "earbuds"}, {"头戴耳机", "headphones"}, {"颈挂耳机", "neckband"}, {"游戏耳机", "gaming headset"}, {"睡眠耳机", "sleep buds"}, {"骨传导耳机", "bone-conduction headset"}}},
	{"LMP", "台灯", "desk lamps", 6001, []string{"G", "N"}, 59, electrical,
		[][2]string{{"护眼", "eye-care"}, {"折臂", "swing-arm"}, {"无线", "cordless"}, {"氛围", "mood"}, {"学习", "study"}},
		[][2]string{{"台灯", "desk lamp"}, {"夹灯", "clip lamp"}, {"床头灯", "bedside lamp"}, {"阅读灯", "reading lamp"}, {"屏幕挂灯", "monitor lamp"}, {"小夜灯", "night light"}}},
	{"APL", "厨房小家电", "small kitchen appliances", 7001, []string{"H", "O", "A"}, 129, electrical,
		[][2]string{{"家用", "home"}, {"迷你", "mini"}, {"可视", "window"}, {"触控", "touch"}, {"多功能", "multi"}},
		[][2]string{{"空气炸锅", "air fryer"}, {"电煮锅", "cooking pot"}, {"早餐机", "breakfast maker"}, {"料理机", "blender"}, {"电饼铛", "griddle"}, {"绞肉机", "mincer"}}},
	{"TOY", "儿童玩具", "toys", 8001, []string{"I", "P"}, 29, plain,
		[][2]string{{"木制", "wooden"}, {"磁力", "magnetic"}, {"毛绒", "plush"}, {"遥控", "remote-control"}, {"益智", "puzzle"}},
		[][2]string{{"积木", "blocks"}, {"拼图", "jigsaw"}, {"小火车", "train"}, {"小熊", "bear"}, {"赛车", "race car"}, {"琴", "piano"}}},
	{"PPR", "管件", "pipe fittings", 9061, []string{"R", "S"}, 6, plain,
		[][2]string{{"二十毫米", "20 mm"}, {"二十五毫米", "25 mm"}, {"三十二毫米", "32 mm"}, {"四十毫米", "40 mm"}, {"五十毫米", "50 mm"}},
		[][2]string{{"直通", "coupling"}, {"弯头", "elbow"}, {"三通", "tee"}, {"截止阀", "stop valve"}, {"活接", "union"}, {"堵头", "plug"}}},
	{"BOX", "收纳箱", "storage boxes", 1101, []string{"J", "Q", "X"}, 25, plain,
		[][2]string{{"加厚", "heavy-duty"}, {"透明", "clear"}, {"带轮", "wheeled"}, {"布艺", "fabric"}, {"车载", "car"}},
		[][2]string{{"收纳箱", "storage box"}, {"衣物箱", "clothes box"}, {"鞋盒", "shoe box"}, {"书箱", "book box"}, {"工具箱", "tool box"}, {"零食箱", "snack box"}}},
	{"CAR", "洗护用品", "personal care", 1201, []string{"T", "U"}, 22, plain,
		[][2]string{{"清爽", "fresh"}, {"滋润", "moist"}, {"无香", "unscented"}, {"草本", "herbal"}, {"氨基酸", "amino"}},
		[][2]string{{"洗发水", "shampoo"}, {"沐浴露", "body wash"}, {"洗手液", "hand soap"}, {"护发素", "conditioner"}, {"洁面乳", "face wash"}, {"身体乳", "body lotion"}}},
	{"PER", "键鼠外设", "keyboards and mice", 1301, []string{"V", "W", "B"}, 49, electrical,
		[][2]string{{"蓝牙", "Bluetooth"}, {"机械", "mechanical"}, {"人体工学", "ergonomic"}, {"薄膜", "membrane"}, {"双模", "dual-mode"}},
		[][2]string{{"键盘", "keyboard"}, {"鼠标", "mouse"}, {"数字键盘", "number pad"}, {"键鼠套装", "keyboard-mouse set"}, {"轨迹球", "trackball"}, {"鼠标垫", "mouse mat"}}},
}

// Products whose supplier does not follow the turn.
var suppliedBy = map[string]string{
	"CER-1012": "A", "KET-3005": "A", "KET-3011": "A", "CER-1004": "A",
	"GLS-2007": "C", "AUD-5004": "B", "CUP-4003": "D", "TOY-8009": "I",
}

var cities = []string{"景德镇", "深圳", "淄博", "永康", "德化", "佛山", "中山", "宁波", "汕头", "台州", "临沂", "义乌",
	"东莞", "江门", "余姚", "扬州", "黄岩", "天津", "临海", "广州", "上海", "苏州", "重庆", "武汉"}

var regions = []string{"华东", "华南", "华北", "华中", "西南", "东北"}

// A product is one SKU.
type product struct {
	sku, name, nameEN, category, supplier string
	price                                 int
	reasons                               []int
	regions                               []string
}

func sku(c category, i int) string { return fmt.Sprintf("%s-%d", c.code, c.first+i) }

// plantedSKUs are sold everywhere, so that a ranking never depends on the draw of where a product is listed.
var plantedSKUs = map[string]bool{"CER-1012": true, "CER-1004": true, "KET-3005": true, "KET-3011": true, "GLS-2007": true,
	"AUD-5004": true, "CUP-4003": true, "TOY-8009": true}

// A planting fixes one SKU in one region and month: how many lines are sold on top of the draw, and exactly how many units come back.
type planting struct {
	region, month, sku string
	lines, returned    int
}

var plantings = []planting{
	// the main question: two of the top three are supplier A's
	{"华东", "2026-08", "CER-1012", 370, 86},
	{"华东", "2026-08", "GLS-2007", 330, 71},
	{"华东", "2026-08", "KET-3005", 310, 64},
	{"华东", "2026-08", "KET-3011", 260, 57},
	{"华东", "2026-08", "AUD-5004", 300, 49},
	{"华东", "2026-08", "CUP-4003", 240, 38},
	// the month before: a rate equal to the limit
	{"华东", "2026-07", "CER-1012", 260, 52},
	{"华东", "2026-07", "KET-3011", 240, 45},
	{"华东", "2026-07", "CUP-4003", 200, 40},
	{"华东", "2026-07", "GLS-2007", 150, 28},
	// after the change of supplier A's standard
	{"华东", "2026-09", "KET-3005", 190, 44},
	{"华东", "2026-09", "CER-1012", 180, 39},
	{"华东", "2026-09", "GLS-2007", 160, 31},
	{"华东", "2026-09", "AUD-5004", 120, 22},
	// under supplier A's first standard
	{"华东", "2025-12", "CER-1012", 220, 48},
	{"华东", "2025-12", "KET-3005", 200, 41},
	{"华东", "2025-12", "GLS-2007", 160, 30},
	// a tie at the cut of three
	{"华北", "2026-08", "CER-1012", 160, 33},
	{"华北", "2026-08", "KET-3005", 150, 29},
	{"华北", "2026-08", "CUP-4003", 130, 24},
	{"华北", "2026-08", "AUD-5004", 130, 24},
	// nothing of supplier A in the top three
	{"华南", "2026-08", "GLS-2007", 200, 41},
	{"华南", "2026-08", "AUD-5004", 180, 36},
	{"华南", "2026-08", "TOY-8009", 160, 30},
	// a year earlier, for a comparison
	{"华东", "2025-08", "CER-1012", 200, 37},
	{"华东", "2025-08", "CUP-4003", 150, 26},
	{"华东", "2025-08", "TOY-8009", 140, 23},
}

// An inspected is a SKU's whole packaging inspection in one month.
type inspectedMonth struct {
	month, sku         string
	inspected, damaged int
}

var inspectedMonths = []inspectedMonth{
	{"2026-08", "CER-1012", 400, 15}, // 3.75 %
	{"2026-08", "GLS-2007", 300, 12}, // 4 %
	{"2026-08", "KET-3005", 250, 6},  // 2.4 %: within 3.0 %, above 2.0 %
	{"2026-08", "KET-3011", 40, 3},   // 7.5 % of too few
	{"2026-08", "AUD-5004", 80, 2},   // 2.5 %
	{"2026-08", "CUP-4003", 120, 1},
	{"2026-08", "TOY-8009", 60, 0},
	{"2026-07", "CER-1012", 300, 9}, // exactly 3 %
	{"2026-07", "KET-3011", 150, 6}, // 4 %
	{"2026-07", "CUP-4003", 100, 1},
	{"2026-07", "GLS-2007", 200, 7},
	{"2026-09", "KET-3005", 200, 5}, // 2.5 %
	{"2026-09", "CER-1012", 150, 2},
	{"2026-09", "GLS-2007", 100, 3},
	{"2026-09", "AUD-5004", 90, 1},
	{"2025-12", "CER-1012", 200, 7}, // exactly 3.5 %
	{"2025-12", "KET-3005", 90, 4},  // enough for V1, too few for V2
	{"2025-12", "GLS-2007", 180, 6},
	{"2026-08", "CER-1004", 0, 0}, // never inspected in August
}

// Complaints of these SKUs are exactly these, by quarter.
var complaintQuarters = map[string][]struct {
	quarter string
	n       int
}{
	"CUP-4003": {{"2025Q4", 9}, {"2026Q1", 12}, {"2026Q2", 25}, {"2026Q3", 41}},
	"KET-3005": {{"2025Q4", 16}, {"2026Q1", 18}, {"2026Q2", 22}, {"2026Q3", 30}},
	"CER-1012": {{"2025Q4", 14}, {"2026Q1", 21}, {"2026Q2", 15}, {"2026Q3", 27}},
}

// topics of complaints, by category code; the first is the commonest.
var topics = map[string][]string{
	"CUP": {"漏水", "保温差", "掉漆", "异味"},
	"KET": {"异响", "不通电", "漏水", "烧水慢"},
	"CER": {"到货破损", "釉面瑕疵", "尺寸不符", "色差"},
	"":    {"到货破损", "做工瑕疵", "发货慢", "与描述不符"},
}
