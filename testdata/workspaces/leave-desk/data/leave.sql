-- The database of this workspace: sqlite3 data/leave.db < data/leave.sql
CREATE TABLE employees(user_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hired_on TEXT NOT NULL, id_number TEXT NOT NULL, entitled INTEGER NOT NULL, carried INTEGER NOT NULL);
INSERT INTO employees VALUES
 ('zhangsan', '张三', '2019-04-01', 'X-0001', 7, 2),
 ('lisi',     '李四', '2012-07-15', 'X-0002', 12, 0),
 ('wangfang', '王芳', '2016-02-01', 'X-0003', 12, 5),
 ('zhaomin',  '赵敏', '2024-05-20', 'X-0004', 7, 0);

CREATE TABLE leaves(leave_id INTEGER PRIMARY KEY, user_id TEXT NOT NULL REFERENCES employees, kind TEXT NOT NULL, first_day TEXT NOT NULL, days REAL NOT NULL, reason TEXT NOT NULL, state TEXT NOT NULL);
INSERT INTO leaves(user_id, kind, first_day, days, reason, state) VALUES
 ('zhangsan', '年假', '2026-05-06', 1,   'trip',  'approved'),
 ('zhangsan', '年假', '2026-08-10', 2,   'trip',  'approved'),
 ('zhangsan', '年假', '2026-08-21', 0.5, 'home',  'approved'),
 ('zhangsan', '年假', '2026-08-28', 1,   'trip',  'refused'),
 ('zhangsan', '病假', '2026-08-17', 1,   'cold',  'approved'),
 ('lisi',     '病假', '2026-08-03', 3,   'flu',   'approved'),
 ('lisi',     '年假', '2026-07-20', 4,   'trip',  'approved'),
 ('wangfang', '事假', '2026-08-12', 1,   'home',  'approved'),
 ('zhaomin',  '年假', '2026-09-07', 2,   'trip',  'approved');

CREATE TABLE clock_ins(user_id TEXT NOT NULL REFERENCES employees, day TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY(user_id, day));
INSERT INTO clock_ins VALUES
 ('zhangsan', '2026-08-03', '09:12'), ('zhangsan', '2026-08-04', '08:58'), ('zhangsan', '2026-08-05', '09:03'), ('zhangsan', '2026-09-02', '09:40'),
 ('lisi', '2026-08-06', '09:31'), ('lisi', '2026-08-07', '09:05'), ('lisi', '2026-08-11', '09:02'), ('lisi', '2026-08-13', '09:20'), ('lisi', '2026-08-14', '09:44'), ('lisi', '2026-08-18', '08:50'),
 ('wangfang', '2026-08-05', '08:45'), ('wangfang', '2026-08-06', '09:10'),
 ('zhaomin', '2026-08-05', '09:15'), ('zhaomin', '2026-08-06', '09:16'), ('zhaomin', '2026-08-07', '09:17'), ('zhaomin', '2026-07-08', '09:17'), ('zhaomin', '2026-07-09', '09:17'), ('zhaomin', '2026-07-10', '09:17');
