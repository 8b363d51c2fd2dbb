-- Results that an export is moving: noted before the file has its second name, until the first one is gone.
CREATE TABLE begun_moves (
  to_path TEXT PRIMARY KEY,
  from_path TEXT NOT NULL,
  hash TEXT NOT NULL,
  result_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
