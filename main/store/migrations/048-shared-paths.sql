-- Paths that rows of other stations name. A file is opened under such a path only if it is inside `root`, links followed.
CREATE TABLE shared_paths (
  path TEXT PRIMARY KEY,
  -- Absolute; the folder of the share here. '': not known, so nothing is opened.
  root TEXT NOT NULL,
  -- Of a result: a list of SHA-256, hex, of what stations have recorded to have written for its job.
  hashes TEXT NOT NULL DEFAULT '[]'
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO shared_paths (path, root)
  SELECT source_path, '' FROM jobs WHERE station IS NOT NULL
  UNION SELECT output_folder, '' FROM jobs WHERE station IS NOT NULL
  UNION SELECT results.path, '' FROM results JOIN jobs ON jobs.id = job_id WHERE station IS NOT NULL AND version = 0 AND results.path IS NOT NULL
  UNION SELECT further_files.path, '' FROM further_files JOIN jobs ON jobs.id = job_id WHERE station IS NOT NULL
  UNION SELECT part.value, '' FROM jobs, json_tree(jobs.recipe) part
    WHERE station IS NOT NULL AND part.type = 'text' AND part.key IN ('reference', 'folder', 'path')
  UNION SELECT source_path, '' FROM photographs JOIN studio_photographs ON photograph_id = photographs.id
    WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = photographs.id AND station IS NULL);
-- Results go below the output folder by this.
UPDATE jobs SET relative_folder = '' WHERE station IS NOT NULL
  AND (relative_folder LIKE '%..%' OR relative_folder LIKE '%:%' OR relative_folder LIKE '%\%' OR relative_folder LIKE '/%');
-- All of it is read again, with the folders of the shares.
UPDATE studio_sight SET jobs = NULL;
