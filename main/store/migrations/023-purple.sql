-- A fifth label, 5: purple, as other programs have it. Only what a column may hold is declared anew, which changes no row: SQLite's
-- own way for that (sqlite.org/lang_altertable.html#otheralter), so that a large database is not written again as a whole.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (label BETWEEN 0 AND 4)', 'CHECK (label BETWEEN 0 AND 5)')
  WHERE type = 'table' AND name IN ('photographs', 'results');
-- What changes tables in the usual way lets every open connection read the declarations again.
CREATE TABLE declared_anew (id INTEGER PRIMARY KEY) STRICT;
DROP TABLE declared_anew;
PRAGMA writable_schema = RESET;
