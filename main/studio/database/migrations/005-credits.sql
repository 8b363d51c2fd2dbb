-- What attempts may cost at most, so that a limit of an account holds over all stations. NULL: nobody knows, or no limit was asked about.
ALTER TABLE burnish.attempts ADD COLUMN credits numeric;
CREATE INDEX attempts_that_cost ON burnish.attempts (begun_at) WHERE credits IS NOT NULL;

-- Leave to send a step that may cost so much, as `about_to_send` gives it; 'capped' where the account could have cost more than
-- `per_day` since `day_began`, or `per_month` since `month_began` (NULL: no limit). What was not taken costs nothing; all else is taken
-- as spent. Whoever asks for one account waits for the others.
CREATE FUNCTION burnish.about_to_spend(
  the_job bigint, the_fence bigint, the_station uuid, the_step integer,
  the_credits numeric, per_day numeric, day_began timestamptz, per_month numeric, month_began timestamptz,
  OUT verdict text, OUT task text, OUT wait_ms integer, OUT message jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  account text;
  spent_today numeric;
  spent_this_month numeric;
BEGIN
  SELECT service INTO account FROM burnish.jobs WHERE id = the_job;
  PERFORM FROM burnish.services WHERE id = account FOR UPDATE;
  SELECT coalesce(sum(a.credits) FILTER (WHERE a.begun_at >= day_began), 0), coalesce(sum(a.credits), 0)
    INTO spent_today, spent_this_month
    FROM burnish.attempts a JOIN burnish.jobs j ON j.id = a.job
    WHERE j.service = account AND a.credits IS NOT NULL AND a.state <> 'not-taken'
      AND a.begun_at >= least(day_began, month_began)
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
