-- Written anew whenever the log was copied into the database; a file beside it has the same mark (log-mark.ts).
CREATE TABLE log_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mark TEXT NOT NULL
) STRICT;
