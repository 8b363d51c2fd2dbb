-- Small pictures that are kept of photographs and results, for when card, share or folder is away. The pictures themselves are
-- files (desk/kept-previews.ts), named by `name`.
CREATE TABLE kept_previews (
  subject TEXT NOT NULL CHECK (subject IN ('photograph', 'result')),
  subject_id INTEGER NOT NULL,
  photograph_id INTEGER NOT NULL REFERENCES photographs (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  -- When it was last shown in the place of its file; until then, when its photograph was last finished.
  used_at INTEGER NOT NULL,
  -- Whether its photograph is picked; kept by the trigger below.
  picked INTEGER NOT NULL DEFAULT 0 CHECK (picked IN (0, 1)),
  PRIMARY KEY (subject, subject_id)
) STRICT, WITHOUT ROWID;
-- In this order they make way.
CREATE INDEX kept_previews_in_turn ON kept_previews (picked, used_at);
CREATE INDEX kept_previews_of_photograph ON kept_previews (photograph_id);

-- What they take, in one row: kept by triggers, so that nobody has to add it up.
CREATE TABLE kept_space (pictures INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
INSERT INTO kept_space VALUES (0, 0);
CREATE TRIGGER preview_kept AFTER INSERT ON kept_previews BEGIN
  UPDATE kept_space SET pictures = pictures + 1, bytes = bytes + new.bytes;
END;
CREATE TRIGGER preview_renewed AFTER UPDATE OF bytes ON kept_previews BEGIN
  UPDATE kept_space SET bytes = bytes + new.bytes - old.bytes;
END;
CREATE TRIGGER preview_dropped AFTER DELETE ON kept_previews BEGIN
  UPDATE kept_space SET pictures = pictures - 1, bytes = bytes - old.bytes;
END;

-- What is to be kept, and was not looked at yet.
CREATE TABLE previews_to_keep (
  subject TEXT NOT NULL CHECK (subject IN ('photograph', 'result')),
  subject_id INTEGER NOT NULL,
  photograph_id INTEGER NOT NULL REFERENCES photographs (id) ON DELETE CASCADE,
  -- Of work that was done before previews were kept: made while there is nothing else to do, and where there is room.
  is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
  -- Not before this time: its file was away.
  due_at INTEGER NOT NULL DEFAULT 0,
  turn INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  -- When its photograph was last finished.
  at INTEGER NOT NULL,
  PRIMARY KEY (subject, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX previews_to_keep_in_turn ON previews_to_keep (is_late, due_at, turn);
CREATE INDEX previews_to_keep_of_photograph ON previews_to_keep (photograph_id);

CREATE TRIGGER result_to_keep AFTER INSERT ON results WHEN new.photograph_id IS NOT NULL BEGIN
  DELETE FROM previews_to_keep WHERE subject = 'photograph' AND subject_id = new.photograph_id;
  INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
    SELECT 'photograph', new.photograph_id, new.photograph_id, 0, new.id, new.created_at
    WHERE NOT EXISTS (SELECT 1 FROM kept_previews WHERE subject = 'photograph' AND subject_id = new.photograph_id);
  INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
    SELECT 'result', new.id, new.photograph_id, 0, new.id, new.created_at WHERE new.kind = 'image';
END;
CREATE TRIGGER result_not_to_keep AFTER DELETE ON results BEGIN
  DELETE FROM previews_to_keep WHERE subject = 'result' AND subject_id = old.id;
  DELETE FROM kept_previews WHERE subject = 'result' AND subject_id = old.id;
END;
CREATE TRIGGER preview_of_picked AFTER UPDATE OF flag ON photographs WHEN (old.flag = 1) <> (new.flag = 1) BEGIN
  UPDATE kept_previews SET picked = (new.flag = 1) WHERE photograph_id = new.id;
END;

-- What there is already, the newest first.
INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
  SELECT 'photograph', photographs.id, photographs.id, 1, -max(results.id), max(results.created_at)
  FROM photographs JOIN results ON results.photograph_id = photographs.id GROUP BY photographs.id;
INSERT INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
  SELECT 'result', id, photograph_id, 1, -id, created_at FROM results WHERE kind = 'image' AND photograph_id IS NOT NULL;

-- Where the user has found originals that are no longer where they were taken in: for showing them, and nothing else.
CREATE TABLE found_originals (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  path TEXT NOT NULL
) STRICT;

-- Results of a folder that was moved, and the result of a file that was renamed.
CREATE INDEX results_by_path ON results (path) WHERE path IS NOT NULL;
