-- Ways to export that the user has given a name.
CREATE TABLE export_presets (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  preset TEXT NOT NULL CHECK (json_valid(preset))
) STRICT, WITHOUT ROWID;
