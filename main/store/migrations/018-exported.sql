-- Files that were exported, by path and content: no watch folder takes them in again.
CREATE TABLE exported_files (
  path TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exported_files_by_hash ON exported_files (hash);
