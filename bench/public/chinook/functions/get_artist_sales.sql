---
name: get_artist_sales
does: Tracks sold and revenue of artists that are named. 点名的艺术家售出的曲目数和销售额。
when: The question names an artist or band and asks what was sold or earned. 问题点名了艺术家，问卖了多少、销售额多少。
not: Not for rankings (get_top_artists) or for the catalogue (get_artist_catalogue). 不用于排名和目录。
words: [artist, band, sold, revenue, earned, 艺术家, 歌手, 乐队, 销售额, 售出]
database: shop
params:
  artists: {type: enum, list: true, required: true, query: SELECT Name FROM Artist ORDER BY 1, entity: artist, meaning: artist}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  artist: {type: text, title: 艺术家, title_en: artist, entity: artist}
  sold: {type: integer, sums: true, title: 售出曲目数, title_en: tracks sold}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
say:
  zh: "{artist}售出曲目 {sold} 首，销售额 {revenue} 美元。"
  en: "{artist}: {sold} tracks sold, revenue {revenue} USD."
---
SELECT a.Name AS artist, SUM(l.Quantity) AS sold, ROUND(SUM(l.UnitPrice * l.Quantity), 2) AS revenue
FROM InvoiceLine l JOIN Invoice i USING (InvoiceId) JOIN Track t USING (TrackId) JOIN Album b USING (AlbumId) JOIN Artist a USING (ArtistId)
WHERE date(i.InvoiceDate) BETWEEN :period_from AND :period_to AND a.Name IN (SELECT value FROM json_each(:artists))
GROUP BY a.Name ORDER BY artist
