-- A version that was made by hand has a file of its own, and so its own verdict: `version` as in results.
CREATE TABLE version_checks (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  element TEXT NOT NULL,
  version INTEGER NOT NULL,
  output INTEGER NOT NULL,
  marketplace TEXT NOT NULL,
  -- What the preset was called then: it may be gone.
  name TEXT NOT NULL,
  findings TEXT NOT NULL CHECK (json_valid(findings)),
  PRIMARY KEY (job_id, step, element, version, output)
) STRICT, WITHOUT ROWID;
INSERT INTO version_checks (job_id, step, element, version, output, marketplace, name, findings)
  SELECT job_id, step, element, 0, output, marketplace, name, findings FROM checks;
DROP TABLE checks;
ALTER TABLE version_checks RENAME TO checks;
