-- Galleries made for clients: each picture by a random token, which is all that the client's file says of it.
CREATE TABLE galleries (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE gallery_pictures (
  gallery_id TEXT NOT NULL REFERENCES galleries (id) ON DELETE CASCADE,
  token TEXT NOT NULL,
  -- Of a photograph and a result as they were then: they may be gone by now.
  photograph_id INTEGER NOT NULL,
  result_id INTEGER NOT NULL,
  caption TEXT NOT NULL,
  PRIMARY KEY (gallery_id, token)
) STRICT, WITHOUT ROWID;
