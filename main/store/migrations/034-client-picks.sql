-- What clients chose in galleries, beside what is decided here: of each client of a gallery the newest answer.
CREATE TABLE client_answers (
  id INTEGER PRIMARY KEY,
  gallery_id TEXT NOT NULL REFERENCES galleries (id) ON DELETE CASCADE,
  -- Who chose: the name that the client gave, or the gallery's; and as it is looked for.
  name TEXT NOT NULL,
  words TEXT NOT NULL,
  -- When the client saved it, as the file says, and when it was imported; ms since 1970.
  saved_at INTEGER,
  imported_at INTEGER NOT NULL,
  UNIQUE (gallery_id, words)
) STRICT;
CREATE TABLE client_picks (
  answer_id INTEGER NOT NULL REFERENCES client_answers (id) ON DELETE CASCADE,
  photograph_id INTEGER NOT NULL REFERENCES photographs (id) ON DELETE CASCADE,
  picked INTEGER NOT NULL CHECK (picked IN (0, 1)),
  stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 5),
  comment TEXT NOT NULL,
  PRIMARY KEY (answer_id, photograph_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_picks_of_photograph ON client_picks (photograph_id);
CREATE INDEX client_picks_picked ON client_picks (photograph_id) WHERE picked = 1;
CREATE INDEX client_picks_commented ON client_picks (photograph_id) WHERE comment <> '';
