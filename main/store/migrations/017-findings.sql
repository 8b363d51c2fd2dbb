-- What analyses found, as lists look for it. All of it can be read again from the analyses; it is forgotten with them.
CREATE TABLE findings (
  photograph_id INTEGER NOT NULL REFERENCES photographs (id) ON DELETE CASCADE,
  -- As in contract/findings/kinds.ts.
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  result_id INTEGER NOT NULL,
  -- From 1; 0: of the photograph.
  face INTEGER NOT NULL,
  value INTEGER,
  confidence REAL,
  PRIMARY KEY (photograph_id, kind, text, result_id, face)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_kind ON findings (kind, text, value, photograph_id);

-- In how many photographs; kept by the triggers below, so that nobody has to count them.
CREATE TABLE finding_counts (
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  photographs INTEGER NOT NULL,
  PRIMARY KEY (kind, text)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER finding_added AFTER INSERT ON findings WHEN (SELECT count(*) FROM
  (SELECT 1 FROM findings WHERE photograph_id = new.photograph_id AND kind = new.kind AND text = new.text LIMIT 2)) = 1
BEGIN
  INSERT INTO finding_counts (kind, text, photographs) VALUES (new.kind, new.text, 1)
    ON CONFLICT (kind, text) DO UPDATE SET photographs = photographs + 1;
END;
CREATE TRIGGER finding_removed AFTER DELETE ON findings WHEN NOT EXISTS
  (SELECT 1 FROM findings WHERE photograph_id = old.photograph_id AND kind = old.kind AND text = old.text)
BEGIN
  UPDATE finding_counts SET photographs = photographs - 1 WHERE kind = old.kind AND text = old.text;
END;

-- Analyses whose findings are still to be read.
CREATE TABLE findings_to_read (result_id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER analysis_to_read AFTER INSERT ON results WHEN new.kind = 'analysis' AND new.forgotten_at IS NULL BEGIN
  INSERT OR IGNORE INTO findings_to_read (result_id) VALUES (new.id);
END;
CREATE TRIGGER analysis_removed AFTER DELETE ON results WHEN old.kind = 'analysis' BEGIN
  DELETE FROM findings_to_read WHERE result_id = old.id;
  DELETE FROM findings WHERE photograph_id = old.photograph_id AND result_id = old.id;
END;
CREATE TRIGGER analysis_forgotten AFTER UPDATE OF forgotten_at ON results WHEN new.forgotten_at IS NOT NULL BEGIN
  DELETE FROM findings_to_read WHERE result_id = old.id;
  DELETE FROM findings WHERE photograph_id = old.photograph_id AND result_id = old.id;
END;
INSERT INTO findings_to_read (result_id) SELECT id FROM results WHERE kind = 'analysis' AND forgotten_at IS NULL;
