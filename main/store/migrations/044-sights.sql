-- What the built-in engine saw in photographs, by their content (SHA-256, hex): recipes that are only for some go by it.
CREATE TABLE sights (
  content_hash TEXT PRIMARY KEY,
  faces INTEGER NOT NULL,
  -- Of the largest face, 0 to 100; NULL where there is none.
  quality INTEGER,
  sharpness INTEGER,
  -- NULL: nobody has looked for one.
  person INTEGER CHECK (person IN (0, 1)),
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Jobs that ended since their recipe is not for their photograph: few, and asked for whenever the queue changes.
CREATE INDEX jobs_not_meant ON jobs (batch_id) WHERE state = 'done' AND error IS NOT NULL;
