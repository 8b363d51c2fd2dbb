-- What was measured of photographs in the background, and the stacks that were found by it. All of it can be measured again.

CREATE TABLE measures (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  -- As its photograph has it: stacks are looked for within a folder.
  folder_id INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- Which way it was measured; 0: its file was not there.
  version INTEGER NOT NULL,
  measured_at INTEGER NOT NULL,
  -- When and by which camera it was taken, NULL where the file does not say.
  taken_at INTEGER,
  camera TEXT,
  -- What it looks like, see likeness.ts; NULL where it cannot be measured.
  phash TEXT,
  tint TEXT,
  -- The rest is measured of what is in a stack. `faces` and `eyes_open` (how many of them) are NULL once they are forgotten.
  judged_at INTEGER,
  sharpness REAL,
  clipped_low REAL,
  clipped_high REAL,
  light REAL,
  faces INTEGER,
  eyes_open REAL
) STRICT;
CREATE INDEX measures_by_time ON measures (folder_id, camera, taken_at, photograph_id)
  WHERE taken_at IS NOT NULL AND phash IS NOT NULL;
-- Two hashes that differ in two bits at most have one of three parts in common.
CREATE INDEX measures_by_first_part ON measures (folder_id, width, height, substr(phash, 1, 5))
  WHERE taken_at IS NULL AND phash IS NOT NULL;
CREATE INDEX measures_by_second_part ON measures (folder_id, width, height, substr(phash, 6, 5))
  WHERE taken_at IS NULL AND phash IS NOT NULL;
CREATE INDEX measures_by_third_part ON measures (folder_id, width, height, substr(phash, 11, 6))
  WHERE taken_at IS NULL AND phash IS NOT NULL;

-- Only photographs that are in a stack, of two and more.
CREATE TABLE stacks (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  -- The photograph that was taken first.
  stack_id INTEGER NOT NULL,
  -- From 0, in the order they were taken.
  place INTEGER NOT NULL,
  -- How many are in the stack.
  size INTEGER NOT NULL CHECK (size > 1),
  -- 1 for the one that is proposed as the best of its stack, where there is one.
  best INTEGER NOT NULL DEFAULT 0 CHECK (best IN (0, 1)),
  judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1))
) STRICT;
CREATE INDEX photographs_of_stack ON stacks (stack_id, place);
CREATE INDEX stacks_to_judge ON stacks (photograph_id) WHERE judged = 0;
