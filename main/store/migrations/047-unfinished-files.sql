-- Files outside the data folder that are being written or moved. A row is there before the file has the name `path`, and goes
-- once everything is in its place. What a kill leaves is finished or cleared by the next process that opens the data folder.
CREATE TABLE unfinished_files (
  path TEXT PRIMARY KEY,
  -- 'temporary' is cleared. The others are moves: of a result by an export, of an original to "Done", and back.
  kind TEXT NOT NULL CHECK (kind IN ('temporary', 'result', 'done', 'back')),
  from_path TEXT,
  hash TEXT,
  -- The result or photograph.
  subject INTEGER,
  -- 1: an XMP file that goes with the original of the same subject.
  is_sidecar INTEGER NOT NULL DEFAULT 0 CHECK (is_sidecar IN (0, 1)),
  -- The process that is at work on it; NULL: none, or one of an earlier version.
  owner TEXT,
  at INTEGER NOT NULL,
  CHECK (kind = 'temporary' OR (from_path IS NOT NULL AND hash IS NOT NULL AND subject IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX unfinished_moves ON unfinished_files (subject, kind) WHERE subject IS NOT NULL;

INSERT INTO unfinished_files (path, kind, at) SELECT path, 'temporary', at FROM temporary_files;
INSERT OR IGNORE INTO unfinished_files (path, kind, from_path, hash, subject, at)
  SELECT to_path, 'result', from_path, hash, result_id, 0 FROM begun_moves;
INSERT OR IGNORE INTO unfinished_files (path, kind, from_path, hash, subject, at)
  SELECT done_path, 'done', first_path, hash, photograph_id, 0 FROM moved_originals WHERE state = 'going';
INSERT OR IGNORE INTO unfinished_files (path, kind, from_path, hash, subject, at)
  SELECT first_path, 'back', done_path, hash, photograph_id, 0 FROM moved_originals WHERE state = 'returning';
DROP TABLE temporary_files;
DROP TABLE begun_moves;
