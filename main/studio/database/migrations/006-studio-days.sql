-- A day and a month begin by the database's clock, in the studio's time zone: clocks of stations may be wrong. The older function is
-- dropped, so that no station can name a day of its own.
ALTER TABLE burnish.studio ADD COLUMN time_zone text NOT NULL DEFAULT current_setting('TimeZone');
DROP FUNCTION burnish.about_to_spend(bigint, bigint, uuid, integer, numeric, numeric, timestamptz, numeric, timestamptz);

-- Leave to send a step that may cost `the_credits`, as `about_to_send` gives it; 'capped' if the account could then have cost more than
-- `per_day` today, or `per_month` this month (NULL: no limit). An attempt that the service did not take costs nothing; all others count
-- as spent. Stations that ask for one account wait for each other.
CREATE FUNCTION burnish.about_to_spend(
  the_job bigint, the_fence bigint, the_station uuid, the_step integer, the_credits numeric, per_day numeric, per_month numeric,
  OUT verdict text, OUT task text, OUT wait_ms integer, OUT message jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  account text;
  zone text;
  spent_today numeric;
  spent_this_month numeric;
BEGIN
  SELECT service INTO account FROM burnish.jobs WHERE id = the_job;
  PERFORM FROM burnish.services WHERE id = account FOR UPDATE;
  SELECT time_zone INTO zone FROM burnish.studio;
  SELECT coalesce(sum(a.credits) FILTER (WHERE a.begun_at >= date_trunc('day', now(), zone)), 0), coalesce(sum(a.credits), 0)
    INTO spent_today, spent_this_month
    FROM burnish.attempts a JOIN burnish.jobs j ON j.id = a.job
    WHERE j.service = account AND a.credits IS NOT NULL AND a.state <> 'not-taken'
      AND a.begun_at >= date_trunc('month', now(), zone)
      AND NOT (a.job = the_job AND a.step = the_step AND a.fence = the_fence);
  IF spent_today + the_credits > per_day OR spent_this_month + the_credits > per_month THEN
    verdict := 'capped';
    wait_ms := 60000;
    RETURN;
  END IF;
  SELECT * INTO verdict, task, wait_ms, message FROM burnish.about_to_send(the_job, the_fence, the_station, the_step);
  IF verdict = 'go' THEN
    UPDATE burnish.attempts SET credits = the_credits WHERE job = the_job AND step = the_step AND fence = the_fence;
  END IF;
END $$;

-- As in 002, except that an attempt that is over keeps its fence. The next one is then a row of its own, and both count as spent.
CREATE OR REPLACE FUNCTION burnish.reopen(the_job bigint, the_fence bigint, the_station uuid, is_decided boolean) RETURNS bigint LANGUAGE plpgsql AS $$
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
    IF is_decided THEN
      UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = the_job AND (was_uncertain OR state = 'sending');
    END IF;
    UPDATE burnish.attempts SET fence = new_fence
      WHERE job = the_job AND fence = the_fence AND station = the_station AND state <> 'over';
  END IF;
  RETURN new_fence;
EXCEPTION WHEN unique_violation THEN
  -- Another one with the same content leads by now.
  RETURN NULL;
END $$;
