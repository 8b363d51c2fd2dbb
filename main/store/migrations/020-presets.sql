-- Marketplaces' rules as the user has changed them; the built-in ones are in the program.
CREATE TABLE presets (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  preset TEXT NOT NULL CHECK (json_valid(preset))
) STRICT, WITHOUT ROWID;

-- What a marketplace's rules said of a finished file when it was placed, by the output that it was made for.
CREATE TABLE checks (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  element TEXT NOT NULL,
  output INTEGER NOT NULL,
  marketplace TEXT NOT NULL,
  -- What the preset was called then: it may be gone.
  name TEXT NOT NULL,
  findings TEXT NOT NULL CHECK (json_valid(findings)),
  PRIMARY KEY (job_id, step, element, output)
) STRICT, WITHOUT ROWID;
