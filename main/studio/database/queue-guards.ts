/**
 * Revokes the right of other users to write to pg-boss's tables, except to the table of the tickets (`job_common`). pg-boss runs text
 * from the others as their owner: commands from `bam`, names from `queue`. If another user could write to them, deletes the commands and
 * resets the queues. Does nothing if the tables are missing, belong to another user, or are guarded already.
 */
export const guardQueueTablesSql = `DO $guard$
DECLARE
  guest record;
  was_open boolean := false;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('pgboss.queue') AND pg_has_role(relowner, 'USAGE')) THEN
    RETURN;
  END IF;

  PERFORM pg_advisory_xact_lock(4275726104);
  FOR guest IN
    WITH granted AS (
      SELECT c.relname AS name, c.relowner AS owner, a.grantee, a.privilege_type
        FROM pg_class c, aclexplode(c.relacl) a WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p')
      UNION ALL
      SELECT c.relname, c.relowner, a.grantee, a.privilege_type
        FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
        WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p'))
    SELECT DISTINCT name AS table_name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
      FROM granted WHERE grantee <> owner
        AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
        AND NOT (name = 'job_common' AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE'))
  LOOP
    IF NOT was_open THEN
      -- Wait for writes that have begun; others wait for the commit, and are refused then.
      LOCK TABLE pgboss.queue, pgboss.bam IN ACCESS EXCLUSIVE MODE;
      was_open := true;
    END IF;
    EXECUTE format('REVOKE TRUNCATE, REFERENCES, TRIGGER ON pgboss.%I FROM %s', guest.table_name, guest.name);
    IF guest.table_name <> 'job_common' THEN
      EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON pgboss.%I FROM %s', guest.table_name, guest.name);
    END IF;
  END LOOP;

  -- The same for tables of a newer pg-boss.
  FOR guest IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS name
      FROM pg_default_acl d, aclexplode(d.defaclacl) a
      WHERE d.defaclnamespace = 'pgboss'::regnamespace AND d.defaclobjtype = 'r'
        AND d.defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND a.grantee <> d.defaclrole AND a.privilege_type <> 'SELECT'
  LOOP
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss
      REVOKE INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLES FROM %s', guest.name);
  END LOOP;

  IF was_open THEN
    DELETE FROM pgboss.bam;
    UPDATE pgboss.queue SET policy = 'standard', partition = false, table_name = 'job_common', dead_letter = NULL, notify = false
      WHERE (policy, partition, table_name, notify) IS DISTINCT FROM ('standard', false, 'job_common', false)
        OR dead_letter IS NOT NULL;
    UPDATE pgboss.job_common SET dead_letter = NULL WHERE dead_letter IS NOT NULL;
    -- Jobs whose ticket is deleted get a new one.
    DELETE FROM pgboss.job_common p USING pgboss.queue q WHERE q.name = p.name AND q.name !~ '^[\\w./-]+$';
    DELETE FROM pgboss.queue WHERE name !~ '^[\\w./-]+$';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'pgboss.queue'::regclass AND conname = 'burnish_words') THEN
    ALTER TABLE pgboss.queue ADD CONSTRAINT burnish_words
      CHECK (table_name ~ '^\\w+$' AND name ~ '^[\\w./-]+$' AND policy ~ '^\\w+$');
  END IF;
END $guard$`;
