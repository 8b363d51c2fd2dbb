-- Results that Burnish looks at by itself before the user does, and what it finds wrong with them. Of results from before: nothing.
CREATE TABLE result_looks (
  result_id INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
  -- Which way it was looked at; 0: it is still to be, -1: nobody wanted that.
  version INTEGER NOT NULL DEFAULT 0,
  -- When its files were not there last, or the engine failed at it.
  put_off_at INTEGER NOT NULL DEFAULT 0,
  -- 1: the user says that it is right as it is.
  is_right INTEGER NOT NULL DEFAULT 0 CHECK (is_right IN (0, 1))
) STRICT;
CREATE INDEX result_looks_to_do ON result_looks (version, result_id) WHERE version <= 0;
CREATE TABLE result_flaws (
  id INTEGER PRIMARY KEY,
  result_id INTEGER NOT NULL REFERENCES result_looks (result_id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- In parts of the photograph's sides; NULL: nowhere in particular.
  box TEXT CHECK (box IS NULL OR json_valid(box)),
  amount REAL NOT NULL
) STRICT;
CREATE INDEX result_flaws_of_result ON result_flaws (result_id);

-- The one picture that came back; heads, hair and single garments are parts, and what was made by hand was seen.
CREATE TRIGGER result_to_look_at AFTER INSERT ON results
  WHEN new.kind = 'image' AND new.element = '' AND new.version = 0 AND new.photograph_id IS NOT NULL BEGIN
  INSERT OR IGNORE INTO result_looks (result_id) VALUES (new.id);
END;
