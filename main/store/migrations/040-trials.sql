-- How many photographs of a batch are done first, to be looked at; NULL = all at once, or all by now. The others are held one by one.
ALTER TABLE batches ADD COLUMN trial INTEGER;
-- 1: such as differ, chosen once all are here.
ALTER TABLE batches ADD COLUMN trial_spread INTEGER NOT NULL DEFAULT 0 CHECK (trial_spread IN (0, 1));
