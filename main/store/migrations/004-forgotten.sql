-- When the data of an analysis was forgotten; its row stays, so that the work is known as done and not paid for again by itself.
ALTER TABLE results ADD COLUMN forgotten_at INTEGER;
