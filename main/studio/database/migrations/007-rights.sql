-- The rights of stations that do not own the tables: no more than their work takes. For the tables of pg-boss, see queue-guards.ts.

-- Makes a queue of pg-boss, with the rights of the owner: pg-boss puts names and settings of queues into the text of its statements, so
-- stations write none of them. A ticket is never retried and never ends while it waits, and is drawn for as long as a transaction takes.
CREATE FUNCTION burnish.make_queue(queue_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF queue_name !~ '^work-[0-9a-f]{24}$' THEN
    RAISE invalid_parameter_value USING MESSAGE = 'No name of a queue.';
  END IF;
  PERFORM pgboss.create_queue(queue_name, '{"policy": "standard", "retryLimit": 0, "expireInSeconds": 60, "heartbeatSeconds": 10,
    "retentionSeconds": 31536000, "deleteAfterSeconds": 3600}');
END $$;
REVOKE EXECUTE ON FUNCTION burnish.make_queue(text) FROM PUBLIC;

-- Stations that were given rights by an earlier docs/studio.md.
DO $$
DECLARE
  guest text;
BEGIN
  FOR guest IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END
      FROM pg_class c, aclexplode(c.relacl) a
      WHERE c.oid = 'burnish.jobs'::regclass AND a.grantee <> c.relowner AND a.privilege_type = 'INSERT'
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION burnish.make_queue(text) TO %s', guest);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON burnish.studio FROM %s', guest);
    EXECUTE format('GRANT UPDATE (paused, tickets_seen_at) ON burnish.studio TO %s', guest);
  END LOOP;
END $$;

-- No other user puts anything into this database that could be taken for PostgreSQL's own functions. Up to version 14 of PostgreSQL,
-- the schema public is the administrator's (docs/studio.md).
DO $$
BEGIN
  IF (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) THEN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
  IF (SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'public') THEN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  END IF;
END $$;
