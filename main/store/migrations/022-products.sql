-- The rows of the product list that a batch was made with, also of products without a photograph.
CREATE TABLE products (
  batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  -- In the list, from 1.
  line INTEGER NOT NULL,
  sku TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (batch_id, line)
) STRICT, WITHOUT ROWID;

-- Jobs of their photographs; a job of an earlier batch goes on in a later one.
CREATE TABLE product_jobs (
  batch_id INTEGER NOT NULL,
  line INTEGER NOT NULL,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  PRIMARY KEY (batch_id, job_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_jobs_by_job ON product_jobs (job_id);
