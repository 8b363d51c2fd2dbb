-- Analyses that are forgotten, whose traces are not yet gone from the database's log and copies and from small pictures.
CREATE TABLE to_clear (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id INTEGER NOT NULL
) STRICT;
