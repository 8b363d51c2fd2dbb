-- What has to be one step in the database, so that no two stations can come between.

-- Leave to send a step: 'go' once the attempt is noted; 'adopt' where a station that is gone has a task for it already; 'wait' while another
-- station says that the service takes nothing; 'doubt' where it may have been sent before; 'lost' where somebody else has the job.
CREATE FUNCTION burnish.about_to_send(
  the_job bigint, the_fence bigint, the_station uuid, the_step integer,
  OUT verdict text, OUT task text, OUT wait_ms integer, OUT message jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  held burnish.jobs;
  before burnish.attempts;
BEGIN
  SELECT * INTO held FROM burnish.jobs WHERE id = the_job FOR UPDATE;
  IF NOT FOUND OR held.station IS DISTINCT FROM the_station OR held.fence <> the_fence THEN
    verdict := 'lost';
    RETURN;
  END IF;
  UPDATE burnish.stations SET heard_at = now() WHERE id = the_station;
  SELECT 'wait', greatest(1000, least(60000, coalesce(extract(epoch FROM c.until - now()) * 1000, 10000)))::integer, c.message
    INTO verdict, wait_ms, message FROM burnish.conditions c
    WHERE c.service = held.service AND c.station <> the_station AND (c.until IS NULL OR c.until > now()) LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  SELECT * INTO before FROM burnish.attempts WHERE job = the_job AND step = the_step ORDER BY fence DESC LIMIT 1;
  -- With this very fence it was begun by whoever asks, who knows that nothing of it left.
  IF before.state = 'task' OR ((before.state = 'answered' OR (before.state = 'sending' AND before.fence < the_fence))
      AND (SELECT charges FROM burnish.services WHERE id = held.service)) THEN
    verdict := CASE before.state WHEN 'task' THEN 'adopt' ELSE 'doubt' END;
    task := before.task_id;
    IF verdict = 'doubt' THEN RETURN; END IF;
  ELSE
    verdict := 'go';
  END IF;
  INSERT INTO burnish.attempts (job, step, fence, station, state, task_id)
    VALUES (the_job, the_step, the_fence, the_station, CASE verdict WHEN 'go' THEN 'sending' ELSE 'task' END, task)
    ON CONFLICT (job, step, fence) DO UPDATE SET state = excluded.state, task_id = excluded.task_id, begun_at = now(), changed_at = now();
END $$;

-- What became of an attempt, whoever has the job by now. What was answered stays so: it is paid, whatever is done with it.
CREATE FUNCTION burnish.note_attempt(the_job bigint, the_fence bigint, the_station uuid, the_step integer, the_state text, the_task text)
RETURNS void LANGUAGE sql AS $$
  UPDATE burnish.attempts SET state = the_state, task_id = coalesce(the_task, task_id), changed_at = now()
  WHERE job = the_job AND step = the_step AND fence = the_fence AND station = the_station AND state <> 'answered'
$$;

-- The end of a job, from the station that has it; false where it has not. Those that follow it share its fate.
CREATE FUNCTION burnish.settle(the_job bigint, the_fence bigint, the_station uuid, the_state text, the_error jsonb, the_results jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE burnish.jobs SET state = the_state, error = the_error, station = NULL, finished_at = now(),
      done_by = CASE the_state WHEN 'done' THEN the_station END
    WHERE id = the_job AND fence = the_fence AND station = the_station;
  IF NOT FOUND THEN
    -- Heard before, and the answer was lost.
    RETURN EXISTS (SELECT FROM burnish.jobs WHERE id = the_job AND fence = the_fence AND state = the_state);
  END IF;
  INSERT INTO burnish.results (job, element, output, share, path, width, height, bytes)
    SELECT the_job, r.element, r.output, r.share, r.path, r.width, r.height, r.bytes
    FROM jsonb_to_recordset(the_results) AS r (element text, output integer, share text, path text, width integer, height integer,
      bytes bigint)
    ON CONFLICT (job, element, output) DO UPDATE SET share = excluded.share, path = excluded.path, width = excluded.width,
      height = excluded.height, bytes = excluded.bytes;
  -- Written while the database was away.
  INSERT INTO burnish.written (hash, job)
    SELECT r.hash, the_job FROM jsonb_to_recordset(the_results) AS r (hash text) WHERE r.hash IS NOT NULL
    ON CONFLICT DO NOTHING;
  DELETE FROM burnish.targets WHERE job = the_job;
  IF the_state IN ('failed', 'uncertain') THEN
    UPDATE burnish.jobs SET state = the_state, error = the_error, finished_at = now() WHERE follows = the_job AND state = 'queued';
  ELSIF the_state = 'cancelled' THEN
    PERFORM burnish.lead_on(the_job);
  END IF;
  RETURN true;
END $$;

-- The job was cancelled: what followed it goes on without it, or waits for a word where it may have been charged.
CREATE FUNCTION burnish.lead_on(the_job bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  next_one bigint;
  was_sent boolean;
BEGIN
  SELECT min(id) INTO next_one FROM burnish.jobs WHERE follows = the_job AND state = 'queued';
  IF next_one IS NULL THEN RETURN; END IF;
  SELECT EXISTS (SELECT FROM burnish.attempts a JOIN burnish.jobs j ON j.id = a.job JOIN burnish.services s ON s.id = j.service
    WHERE a.job = the_job AND s.charges AND a.state IN ('sending', 'task', 'answered')) INTO was_sent;
  IF was_sent THEN
    UPDATE burnish.jobs SET state = 'uncertain', finished_at = now(), error = (SELECT error FROM burnish.jobs WHERE id = the_job)
      WHERE follows = the_job AND state = 'queued';
    RETURN;
  END IF;
  UPDATE burnish.jobs SET follows = NULL WHERE id = next_one;
  UPDATE burnish.jobs SET follows = next_one WHERE follows = the_job AND state <> 'done';
END $$;

-- A station goes on with a job of its own that had come to rest, or that was taken from it while nobody else has begun with it:
-- the new fence, or null where that is not so. `is_decided`: the user has said that what may have been charged is sent again.
CREATE FUNCTION burnish.reopen(the_job bigint, the_fence bigint, the_station uuid, is_decided boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  new_fence bigint;
  was_uncertain boolean;
BEGIN
  SELECT state = 'uncertain' INTO was_uncertain FROM burnish.jobs WHERE id = the_job FOR UPDATE;
  UPDATE burnish.jobs SET state = 'taken', station = the_station, fence = fence + 1, error = NULL, finished_at = NULL, ticket = NULL,
      taken_at = now()
    WHERE id = the_job AND (
      (fence = the_fence AND state IN ('failed', 'cancelled', 'uncertain'))
      OR (state = 'uncertain' AND the_fence = (SELECT max(a.fence) FROM burnish.attempts a WHERE a.job = the_job)
        AND EXISTS (SELECT FROM burnish.attempts a WHERE a.job = the_job AND a.fence = the_fence AND a.station = the_station)))
    RETURNING fence INTO new_fence;
  IF new_fence IS NOT NULL THEN
    IF is_decided AND was_uncertain THEN
      UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = the_job;
    END IF;
    UPDATE burnish.attempts SET fence = new_fence WHERE job = the_job AND fence = the_fence AND station = the_station;
  END IF;
  RETURN new_fence;
EXCEPTION WHEN unique_violation THEN
  -- Another one with the same content leads by now.
  RETURN NULL;
END $$;
