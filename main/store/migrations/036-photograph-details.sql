-- What the user says about photographs in their files, where anything was ever said; '' says nothing.
CREATE TABLE photograph_details (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  headline TEXT NOT NULL,
  description TEXT NOT NULL,
  creator TEXT NOT NULL,
  copyright TEXT NOT NULL,
  -- One a line.
  keywords TEXT NOT NULL,
  -- As they are looked for: the texts, and the keywords.
  words TEXT NOT NULL,
  keyword_words TEXT NOT NULL,
  -- What was said before, by name: files that were finished meanwhile say it still, and what is made of them does not.
  before TEXT NOT NULL CHECK (json_valid(before))
) STRICT;

-- Details under a name.
CREATE TABLE details_presets (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  preset TEXT NOT NULL CHECK (json_valid(preset))
) STRICT, WITHOUT ROWID;
