-- Stations read what was written for a job with the job itself, so that they move or replace no other file.
CREATE INDEX written_by_job ON burnish.written (job);
