-- A claim passes over jobs whose results cannot be written just now, without reading their rows.
DROP INDEX jobs_to_claim;
CREATE INDEX jobs_to_claim ON jobs
  (profile_id, priority DESC, position, id, batch_id, run_after, output_folder, operation)
  WHERE state = 'queued' AND held = 0 AND follows IS NULL;
