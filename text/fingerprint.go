package text

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// probe holds one of each thing the analyser treats in its own way.
const probe = `編號Ａ５２３的歸還 甲公司A A类 ABC-1207, 1,200.50 3.2.1 V2.10 GB/T 4857.5-1992 10:30 7–15天 2026-09-10 A523/A524
The reader's part-time returns don't, IT 部门 Café 退` + "\u200b" + `货 盐 カード i.e. R&D 公司的报销流程是什么 running relational policies 第五条 Article 12`

// Fingerprint returns a text that changes when the analyser cuts or folds in another way: an
// index made with another one is to be made again.
func Fingerprint() string { return fingerprint() }

var fingerprint = sync.OnceValue(func() string {
	h := sha256.New()
	for _, part := range []string{Index(probe), simplifyFile, stopChineseFile, keepChineseFile, stopEnglishFile, addressedFile, requestsFile} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
})
