-- What every start looks for in all jobs, so that it need not read them: times that lie in the future (times.ts).
CREATE INDEX jobs_put_off ON jobs (run_after, put_off_at) WHERE run_after > 0;
CREATE INDEX jobs_removed ON jobs (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX step_runs_by_time ON step_runs (submitted_at) WHERE submitted_at IS NOT NULL;
