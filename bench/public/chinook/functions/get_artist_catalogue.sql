---
name: get_artist_catalogue
does: How many albums and tracks the catalogue has of artists that are named. 目录里点名的艺术家有多少张专辑、多少首曲目。
when: The question names an artist or band and asks how many albums or tracks there are. 问某艺术家有多少专辑、曲目。
not: Nothing on sales (get_artist_sales). 不含销售。
words: [how many albums, how many tracks, albums by, albums does, catalogue, 多少张专辑, 几张专辑, 多少首, 目录]
database: shop
params:
  artists: {type: enum, list: true, required: true, query: SELECT Name FROM Artist ORDER BY 1, entity: artist, meaning: artist}
columns:
  artist: {type: text, title: 艺术家, title_en: artist, entity: artist}
  albums: {type: integer, sums: true, title: 专辑数, title_en: albums}
  tracks: {type: integer, sums: true, title: 曲目数, title_en: tracks}
say:
  zh: "{artist}有专辑 {albums} 张、曲目 {tracks} 首。"
  en: "{artist}: {albums} albums and {tracks} tracks."
---
SELECT a.Name AS artist, COUNT(DISTINCT b.AlbumId) AS albums, COUNT(t.TrackId) AS tracks
FROM Artist a LEFT JOIN Album b USING (ArtistId) LEFT JOIN Track t USING (AlbumId)
WHERE a.Name IN (SELECT value FROM json_each(:artists))
GROUP BY a.ArtistId, a.Name ORDER BY artist
