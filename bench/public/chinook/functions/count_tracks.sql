---
name: count_tracks
does: How many tracks the catalogue has, by genre. 目录里各风格有多少首曲目。
when: The question asks how many tracks or songs of a genre are in the catalogue. 问目录里某种风格有多少首歌。
not: Not for tracks sold (get_genre_sales). 不是售出数。
words: [how many tracks, how many songs, tracks are there, in the catalogue, 多少首, 有多少歌, 目录里]
database: shop
params:
  genres: {type: enum, list: true, query: SELECT Name FROM Genre ORDER BY 1, entity: genre, meaning: genre}
columns:
  genre: {type: text, title: 风格, title_en: genre, entity: genre}
  tracks: {type: integer, sums: true, title: 曲目数, title_en: tracks}
  minutes: {type: decimal, title: 平均时长, title_en: average length, unit: 分钟, unit_en: minutes}
say:
  zh: "{genre}有曲目 {tracks} 首，平均时长 {minutes} 分钟。"
  en: "{genre}: {tracks} tracks, average length {minutes} minutes."
---
SELECT g.Name AS genre, COUNT(*) AS tracks, ROUND(AVG(t.Milliseconds) / 60000.0, 2) AS minutes
FROM Track t JOIN Genre g USING (GenreId)
WHERE :genres IS NULL OR g.Name IN (SELECT value FROM json_each(:genres))
GROUP BY g.Name ORDER BY tracks DESC, genre
