-- Recipes, presets and prices that every station can edit.

CREATE TABLE burnish.documents (
  kind text NOT NULL CHECK (kind IN ('recipe', 'marketplace', 'photo-info', 'export', 'price', 'product-list')),
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
  -- Increases with every edit.
  revision integer NOT NULL DEFAULT 1,
  -- JSON; NULL: removed.
  document text CHECK (octet_length(document) <= 1000000),
  -- The station of the last edit.
  station uuid NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, id)
);

CREATE FUNCTION burnish.wake_libraries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('burnish_documents', '');
  RETURN NULL;
END $$;
CREATE TRIGGER documents_wake_libraries AFTER INSERT OR UPDATE ON burnish.documents
  FOR EACH STATEMENT EXECUTE FUNCTION burnish.wake_libraries();
