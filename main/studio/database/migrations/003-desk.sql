-- What people see of the studio at every station, and what they say to it.

-- Nothing new is begun: by one station, or by all of them.
ALTER TABLE burnish.studio ADD COLUMN paused boolean NOT NULL DEFAULT false;
ALTER TABLE burnish.stations ADD COLUMN paused boolean NOT NULL DEFAULT false;
-- Who sits there, where a person says so; whether anybody looks at the studio's work from there.
ALTER TABLE burnish.stations ADD COLUMN person text NOT NULL DEFAULT '';
ALTER TABLE burnish.stations ADD COLUMN is_desk boolean NOT NULL DEFAULT false;
ALTER TABLE burnish.batches ADD COLUMN person text NOT NULL DEFAULT '';

-- Stations that have a key for a service and may not use it all the same.
CREATE TABLE burnish.refusals (
  service text NOT NULL REFERENCES burnish.services (id) ON DELETE CASCADE,
  station uuid NOT NULL REFERENCES burnish.stations (id) ON DELETE CASCADE,
  PRIMARY KEY (service, station)
);

-- A recipe is for thousands of photographs; jobs name it.
CREATE TABLE burnish.recipes (
  hash text PRIMARY KEY,
  recipe jsonb NOT NULL
);
CREATE FUNCTION burnish.recipe_hash(recipe jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(recipe::text, 'UTF8')), 'hex')
$$;
INSERT INTO burnish.recipes SELECT DISTINCT burnish.recipe_hash(item -> 'recipe'), item -> 'recipe' FROM burnish.jobs;
ALTER TABLE burnish.jobs ADD COLUMN recipe text REFERENCES burnish.recipes (hash);
UPDATE burnish.jobs SET recipe = burnish.recipe_hash(item -> 'recipe'), item = item - 'recipe';
ALTER TABLE burnish.jobs ALTER COLUMN recipe SET NOT NULL;

-- The transaction that changed a row last: what is below the oldest one that is still open is read once, by whoever comes for what is new.
ALTER TABLE burnish.jobs ADD COLUMN changed xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX jobs_changed ON burnish.jobs (changed, id);
CREATE INDEX jobs_finished ON burnish.jobs (finished_at, done_by) WHERE finished_at IS NOT NULL;
CREATE FUNCTION burnish.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER job_changed BEFORE UPDATE ON burnish.jobs FOR EACH ROW
  WHEN ((OLD.state, OLD.station, OLD.error, OLD.held, OLD.priority) IS DISTINCT FROM (NEW.state, NEW.station, NEW.error, NEW.held, NEW.priority))
  EXECUTE FUNCTION burnish.note_change();

-- What was decided about photographs at the stations' desks.
CREATE TABLE burnish.photographs (
  share text NOT NULL,
  path text NOT NULL,
  content_hash text NOT NULL,
  flag integer NOT NULL DEFAULT 0 CHECK (flag IN (-1, 0, 1)),
  stars integer NOT NULL DEFAULT 0 CHECK (stars BETWEEN 0 AND 5),
  label integer NOT NULL DEFAULT 0 CHECK (label BETWEEN 0 AND 5),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 10000),
  -- Who decided last, and when.
  station uuid NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (share, path, content_hash)
);
CREATE INDEX photographs_changed ON burnish.photographs (changed, share, path, content_hash);

-- Whoever shows the studio's work is woken.
CREATE FUNCTION burnish.wake_desks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('burnish_desks', '');
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_wake_desks AFTER INSERT OR UPDATE OF state, station, error, held, priority ON burnish.jobs
  FOR EACH STATEMENT EXECUTE FUNCTION burnish.wake_desks();
CREATE TRIGGER photographs_wake_desks AFTER INSERT OR UPDATE ON burnish.photographs
  FOR EACH STATEMENT EXECUTE FUNCTION burnish.wake_desks();
