-- What the stations of a studio share. Only the database's clock counts. pg-boss hands out tickets; these tables are the truth.

CREATE TABLE burnish.studio (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The last migration that was run.
  version integer NOT NULL,
  -- How often a station says that it is there, and how long it may be silent before others go on with its work.
  beat_ms integer NOT NULL DEFAULT 10000 CHECK (beat_ms BETWEEN 100 AND 60000),
  lease_ms integer NOT NULL DEFAULT 40000 CHECK (lease_ms >= 3 * beat_ms),
  -- When a station last looked for tickets that are missing.
  tickets_seen_at timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE TABLE burnish.stations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  program text NOT NULL,
  -- What it can do: services it has a key for, shares, operations, formats, networks; as words that `queues.needs` names.
  able text[] NOT NULL DEFAULT '{}',
  works boolean NOT NULL DEFAULT false,
  draining boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL DEFAULT now(),
  heard_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE burnish.shares (
  name text PRIMARY KEY,
  added_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE burnish.services (
  -- Worked out from the address: a row whose address was changed is nobody's service any more.
  id text PRIMARY KEY,
  name text NOT NULL,
  address text NOT NULL,
  charges boolean NOT NULL,
  -- Requests at a time that the account bears, for all stations together.
  cap integer NOT NULL CHECK (cap BETWEEN 1 AND 1000)
);

CREATE TABLE burnish.batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the station's own making, so that an offer whose answer was lost can be made again.
  key uuid NOT NULL UNIQUE,
  title jsonb NOT NULL,
  station uuid NOT NULL REFERENCES burnish.stations (id),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Work that the same stations can do: one queue of pg-boss each.
CREATE TABLE burnish.queues (
  name text PRIMARY KEY,
  service text NOT NULL REFERENCES burnish.services (id),
  needs text[] NOT NULL
);

CREATE TABLE burnish.jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch bigint NOT NULL REFERENCES burnish.batches (id),
  counter integer NOT NULL,
  share text NOT NULL REFERENCES burnish.shares (name),
  path text NOT NULL,
  relative_folder text NOT NULL,
  content_hash text NOT NULL,
  -- Of what the service is asked for; and of everything that tells one file of it from another.
  work_hash text NOT NULL,
  recipe_hash text NOT NULL,
  -- The photograph, recipe and output folder as `SharedItem` has them; all paths are shared ones.
  item jsonb NOT NULL,
  service text NOT NULL REFERENCES burnish.services (id),
  queue text NOT NULL REFERENCES burnish.queues (name),
  origin text NOT NULL CHECK (origin IN ('drop', 'watch', 'command', 'sample')),
  priority integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'taken', 'done', 'failed', 'cancelled', 'uncertain')),
  held boolean NOT NULL DEFAULT false,
  -- The job with the same content, work and service, whose result this one is placed from.
  follows bigint REFERENCES burnish.jobs (id),
  -- Who has it; it grows at every take, and what is written with an older one counts no more.
  station uuid REFERENCES burnish.stations (id),
  fence bigint NOT NULL DEFAULT 0,
  -- The station that finished it, and has what others with the same content are placed from.
  done_by uuid REFERENCES burnish.stations (id),
  -- Its place in the queue of pg-boss; null where it has none.
  ticket uuid,
  error jsonb,
  offered_at timestamptz NOT NULL DEFAULT now(),
  taken_at timestamptz,
  finished_at timestamptz,
  CHECK ((state = 'taken') = (station IS NOT NULL)),
  UNIQUE (share, path, content_hash, recipe_hash, service)
);
CREATE UNIQUE INDEX jobs_that_lead ON burnish.jobs (content_hash, work_hash, service)
  WHERE follows IS NULL AND state <> 'cancelled';
CREATE INDEX jobs_queued ON burnish.jobs (queue, priority) WHERE state = 'queued' AND ticket IS NOT NULL;
-- Few at any time, whatever else waits: who gives out tickets reads these and no more.
CREATE INDEX jobs_without_ticket ON burnish.jobs (queue) WHERE state = 'queued' AND ticket IS NULL AND NOT held;
CREATE INDEX jobs_by_ticket ON burnish.jobs (ticket) WHERE ticket IS NOT NULL;
CREATE INDEX jobs_taken ON burnish.jobs (station) WHERE station IS NOT NULL;
CREATE INDEX jobs_by_state ON burnish.jobs (state, id);
CREATE INDEX jobs_done_by ON burnish.jobs (done_by) WHERE done_by IS NOT NULL;
CREATE INDEX jobs_of_batch ON burnish.jobs (batch, counter);
CREATE INDEX jobs_that_follow ON burnish.jobs (follows) WHERE follows IS NOT NULL;

-- Each time a step was sent, or was about to be.
CREATE TABLE burnish.attempts (
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  step integer NOT NULL,
  fence bigint NOT NULL,
  station uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('sending', 'not-taken', 'task', 'answered', 'over')),
  task_id text CHECK ((state = 'task') <= (task_id IS NOT NULL)),
  begun_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, step, fence)
);

CREATE TABLE burnish.results (
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  element text NOT NULL,
  output integer NOT NULL,
  share text,
  path text,
  width integer,
  height integer,
  bytes bigint,
  PRIMARY KEY (job, element, output)
);

-- Names that results are about to get, so that no two stations give the same one; and every content that was written.
CREATE TABLE burnish.targets (
  share text NOT NULL,
  path_key text NOT NULL,
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  PRIMARY KEY (share, path_key)
);
CREATE TABLE burnish.written (
  hash text NOT NULL,
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (hash, job)
);

CREATE TABLE burnish.decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  decision text NOT NULL CHECK (decision IN ('send-again', 'give-up', 'retry', 'cancel')),
  station uuid,
  at timestamptz NOT NULL DEFAULT now()
);

-- What holds a service up for all: told by the station that met it.
CREATE TABLE burnish.conditions (
  service text NOT NULL REFERENCES burnish.services (id),
  station uuid NOT NULL REFERENCES burnish.stations (id) ON DELETE CASCADE,
  condition text NOT NULL CHECK (condition IN ('stopped', 'slowed')),
  message jsonb NOT NULL,
  until timestamptz,
  PRIMARY KEY (service, station)
);

CREATE TABLE burnish.watches (
  share text NOT NULL REFERENCES burnish.shares (name),
  path text NOT NULL,
  station uuid NOT NULL REFERENCES burnish.stations (id) ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (share, path)
);
