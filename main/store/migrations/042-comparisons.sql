-- Two services compared on the same photographs. Jobs, recipe and services are referred to by number or name only: a comparison outlasts
-- them, and what it found is kept once it is finished.
CREATE TABLE comparisons (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipe_id TEXT NOT NULL,
  recipe TEXT NOT NULL,
  first_profile TEXT NOT NULL,
  first_service TEXT NOT NULL,
  second_profile TEXT NOT NULL,
  second_service TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
) STRICT;

CREATE TABLE comparison_pairs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  comparison_id INTEGER NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
  first_job INTEGER NOT NULL,
  second_job INTEGER NOT NULL,
  -- Decided once, by chance.
  first_is_left INTEGER NOT NULL CHECK (first_is_left IN (0, 1)),
  -- As it was said: of left and right.
  verdict TEXT CHECK (verdict IN ('left', 'right', 'both', 'neither'))
) STRICT;
CREATE INDEX pairs_of_comparison ON comparison_pairs (comparison_id, id);
