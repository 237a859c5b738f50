---
name: get_top_artists
does: The artists with the most tracks sold, or the most revenue, in a period, ranked. 一段时间内售出曲目最多或销售额最高的艺术家排名。
when: The question asks for the best-selling artists or bands. 问最畅销的艺术家、乐队。
not: Not for artists that are named (get_artist_sales). 点名的艺术家用 get_artist_sales。
words: [best-selling artists, top artists, artists sold most, most popular artists, 最畅销的艺术家, 卖得最好的艺术家, 艺术家排名, 乐队排名]
database: shop
ranked: true
ties: sold
params:
  n: {type: integer, min: 1, max: 20, default: 3, meaning: how many}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  rank: {type: integer, title: 名次, title_en: rank}
  artist: {type: text, title: 艺术家, title_en: artist, entity: artist}
  sold: {type: integer, sums: true, title: 售出曲目数, title_en: tracks sold}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
say:
  zh: "第 {rank} 名 {artist}：售出曲目 {sold} 首，销售额 {revenue} 美元。"
  en: "No. {rank} {artist}: {sold} tracks sold, revenue {revenue} USD."
---
SELECT ROW_NUMBER() OVER (ORDER BY sold DESC, artist) AS rank, artist, sold, revenue FROM (
  SELECT a.Name AS artist, SUM(l.Quantity) AS sold, ROUND(SUM(l.UnitPrice * l.Quantity), 2) AS revenue
  FROM InvoiceLine l JOIN Invoice i USING (InvoiceId) JOIN Track t USING (TrackId) JOIN Album b USING (AlbumId) JOIN Artist a USING (ArtistId)
  WHERE date(i.InvoiceDate) BETWEEN :period_from AND :period_to
  GROUP BY a.Name)
ORDER BY rank LIMIT :n
