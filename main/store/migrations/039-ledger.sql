-- The ledger: one row for each request that may have been charged. No row is changed into another request, or removed; it refers to jobs
-- and batches by number only, and outlasts them. Amounts are credits of the service.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sent_at INTEGER NOT NULL,
  profile_id TEXT NOT NULL,
  service TEXT NOT NULL,
  batch_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  step INTEGER NOT NULL,
  operation TEXT NOT NULL,
  recipe TEXT NOT NULL,
  -- Name and content of the photograph; NULL once forgotten.
  photograph TEXT,
  content_hash TEXT,
  -- What it may cost at most; NULL where nobody knows.
  reserved REAL,
  -- What it has cost, once that is known.
  cost REAL,
  outcome TEXT NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'charged', 'not-charged', 'uncertain')),
  known_by TEXT CHECK (known_by IN ('answer', 'balance')),
  settled_at INTEGER,
  decision TEXT CHECK (decision IN ('send-again', 'give-up')),
  evidence TEXT CHECK (evidence IS NULL OR json_valid(evidence)),
  request_id TEXT,
  log_id TEXT,
  task_id TEXT,
  idempotency_key TEXT,
  -- How often it was sent, under the same key.
  times INTEGER NOT NULL DEFAULT 1
) STRICT;
-- With all that sums of what is spent are made of, so that these read no rows.
CREATE INDEX ledger_of_profile ON ledger (profile_id, sent_at, outcome, cost, reserved);
CREATE INDEX ledger_settled ON ledger (profile_id, settled_at);
CREATE INDEX ledger_of_batch ON ledger (batch_id, outcome, cost, reserved);
CREATE INDEX ledger_of_job ON ledger (job_id);
CREATE INDEX ledger_open ON ledger (job_id) WHERE outcome = 'open';
CREATE INDEX ledger_under_way ON ledger (profile_id) WHERE outcome = 'open';
CREATE INDEX ledger_uncertain ON ledger (profile_id, job_id) WHERE outcome = 'uncertain';
CREATE INDEX ledger_learned ON ledger (profile_id, operation, id) WHERE known_by = 'balance' AND outcome = 'charged';

-- Every balance that a service was asked for while none of our requests was under way.
CREATE TABLE balances (
  profile_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  balance REAL NOT NULL,
  -- Credits ever bought, where the service says so.
  total REAL,
  PRIMARY KEY (profile_id, at)
) STRICT, WITHOUT ROWID;

-- By a trigger, so that whoever takes a job away from its service says so in the same transaction: what became of a request that nobody
-- waits for any more is not known. One with a key of its own is asked for once more, and stays open in the queue.
CREATE TRIGGER ledger_unaccounted AFTER UPDATE OF state ON jobs
WHEN NEW.state IN ('failed', 'cancelled', 'uncertain', 'done')
  OR (NEW.state = 'queued' AND EXISTS (SELECT 1 FROM ledger WHERE job_id = NEW.id AND outcome = 'open' AND idempotency_key IS NULL))
BEGIN
  UPDATE ledger SET outcome = 'uncertain' WHERE job_id = NEW.id AND outcome = 'open';
END;
CREATE TRIGGER ledger_decided AFTER UPDATE OF state ON jobs
WHEN OLD.state = 'uncertain' AND NEW.state IN ('queued', 'cancelled')
BEGIN
  UPDATE ledger SET decision = iif(NEW.state = 'queued', 'send-again', 'give-up')
  WHERE profile_id = NEW.profile_id AND job_id = NEW.id AND outcome = 'uncertain' AND decision IS NULL;
END;

-- The most that a batch may cost; NULL = as much as it takes. 1: it is held since that is reached, or since nobody has agreed to what it may
-- cost.
ALTER TABLE batches ADD COLUMN max_credits REAL;
-- Batches that one command works on: what they may cost, they may cost together.
ALTER TABLE batches ADD COLUMN cap_group INTEGER;
CREATE INDEX batches_of_cap ON batches (cap_group) WHERE cap_group IS NOT NULL;
ALTER TABLE batches ADD COLUMN held_for_cost INTEGER NOT NULL DEFAULT 0 CHECK (held_for_cost IN (0, 1));
