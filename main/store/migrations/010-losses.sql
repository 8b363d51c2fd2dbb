-- When the database was repaired and photographs may have been lost from the list: such a one, taken in again, may have been sent.
CREATE TABLE losses (
  -- ms since 1970
  at INTEGER PRIMARY KEY
) STRICT;
