-- Originals that were moved to a folder "Done" beside them, at the user's word: noted before the file has its second name.
CREATE TABLE moved_originals (
  photograph_id INTEGER PRIMARY KEY,
  first_path TEXT NOT NULL,
  done_path TEXT NOT NULL,
  hash TEXT NOT NULL,
  -- Where it was found before that; NULL: where it was taken in.
  found_before TEXT,
  -- 'going' and 'returning' are under way; 'back': the user wants it where it was.
  state TEXT NOT NULL CHECK (state IN ('going', 'done', 'returning', 'back'))
) STRICT;
CREATE INDEX moved_originals_by_path ON moved_originals (done_path);
