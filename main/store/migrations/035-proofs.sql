-- Photographs that are shown before anything is done with them, to be chosen from ("Look first"): a proof names no file of ours, and
-- is on the light table as a result is.
CREATE TABLE proofs (
  photograph_id INTEGER PRIMARY KEY REFERENCES photographs (id) ON DELETE CASCADE,
  batch_id INTEGER NOT NULL REFERENCES batches (id),
  -- Its folder below the one that was added, as a job has it.
  relative_folder TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  -- 1: how good it is was measured, or cannot be.
  judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1))
) STRICT;
CREATE INDEX proofs_of_batch ON proofs (batch_id, photograph_id);
CREATE INDEX proofs_to_judge ON proofs (photograph_id) WHERE judged = 0;

-- How many entries a photograph has on the light table: its results, and its proof.
ALTER TABLE photographs RENAME COLUMN results TO entries;
CREATE TRIGGER proof_added AFTER INSERT ON proofs BEGIN
  UPDATE photographs SET entries = entries + 1 WHERE id = new.photograph_id;
  INSERT OR IGNORE INTO previews_to_keep (subject, subject_id, photograph_id, is_late, turn, at)
    SELECT 'photograph', new.photograph_id, new.photograph_id, 0, new.photograph_id, new.added_at
    WHERE NOT EXISTS (SELECT 1 FROM kept_previews WHERE subject = 'photograph' AND subject_id = new.photograph_id);
END;
CREATE TRIGGER proof_removed AFTER DELETE ON proofs BEGIN
  UPDATE photographs SET entries = entries - 1 WHERE id = old.photograph_id;
END;

-- How many faces have their eyes shut beyond doubt; NULL where that was not looked for, or is forgotten.
ALTER TABLE measures ADD COLUMN eyes_shut INTEGER;
