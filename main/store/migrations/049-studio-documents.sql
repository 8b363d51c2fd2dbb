-- Recipes, presets and prices of the studio, as last synchronized.
CREATE TABLE studio_documents (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The studio's id.
  studio TEXT NOT NULL,
  -- In the studio's database; 0 if it has never been there.
  revision INTEGER NOT NULL,
  -- JSON in the studio's database; NULL if it is not there.
  shared TEXT,
  -- JSON of the local document at that revision; NULL if there was none.
  local TEXT,
  -- The message that explains a difference between the two.
  problem TEXT,
  PRIMARY KEY (kind, id)
) STRICT;

-- Files of product lists that were used, to be chosen again.
CREATE TABLE list_files (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  file BLOB NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;
