-- Output folders that batches have written to, so that after a restart too none is made up in the place of a disk that is away.
CREATE TABLE output_disks (
  batch_id INTEGER NOT NULL,
  folder TEXT NOT NULL,
  -- Where the disk or share that it is on was mounted; null for one that is always there.
  mount TEXT,
  PRIMARY KEY (batch_id, folder)
) STRICT, WITHOUT ROWID;
CREATE INDEX output_disks_of_folder ON output_disks (folder, batch_id);
