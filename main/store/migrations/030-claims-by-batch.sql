-- Where a batch is held, a claim goes from one of the others to the next instead of through all that is held.
CREATE INDEX jobs_to_claim_by_batch ON jobs
  (profile_id, batch_id, priority DESC, position, id, run_after, output_folder, operation)
  WHERE state = 'queued' AND held = 0 AND follows IS NULL;
