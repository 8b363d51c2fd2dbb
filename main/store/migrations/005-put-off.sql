-- When a job's run_after was written: a time that lies in the future says that the clock was set back since.
ALTER TABLE jobs ADD COLUMN put_off_at INTEGER;
