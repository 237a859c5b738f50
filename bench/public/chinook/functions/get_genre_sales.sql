---
name: get_genre_sales
does: Tracks sold and revenue by genre in a period. 按风格给出一段时间内售出的曲目数和销售额。
when: The question asks how many tracks of a genre were sold, or which genre sells best. 问某种风格卖了多少、哪种风格最畅销。
not: Not for artists (get_artist_sales) or for what is in the catalogue (count_tracks). 不用于艺术家，也不用于目录里有多少。
words: [genre, genres, sold, best-selling genre, 风格, 流派, 售出, 卖了, 最畅销]
database: shop
params:
  genres: {type: enum, list: true, query: SELECT Name FROM Genre ORDER BY 1, entity: genre, meaning: genre}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  genre: {type: text, title: 风格, title_en: genre, entity: genre}
  sold: {type: integer, sums: true, title: 售出曲目数, title_en: tracks sold}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
say:
  zh: "{genre}售出曲目 {sold} 首，销售额 {revenue} 美元。"
  en: "{genre}: {sold} tracks sold, revenue {revenue} USD."
---
SELECT g.Name AS genre, SUM(l.Quantity) AS sold, ROUND(SUM(l.UnitPrice * l.Quantity), 2) AS revenue
FROM InvoiceLine l JOIN Invoice i USING (InvoiceId) JOIN Track t USING (TrackId) JOIN Genre g USING (GenreId)
WHERE date(i.InvoiceDate) BETWEEN :period_from AND :period_to
  AND (:genres IS NULL OR g.Name IN (SELECT value FROM json_each(:genres)))
GROUP BY g.Name ORDER BY sold DESC, genre
