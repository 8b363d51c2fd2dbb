-- Small pictures for desks that cannot reach the files: wished for by a desk, made by a station that can reach them, and gone after some hours.

CREATE TABLE burnish.preview_wishes (
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  element text NOT NULL,
  -- As in `results`; -1 stands for the photograph itself.
  output integer NOT NULL,
  wanted_at timestamptz NOT NULL DEFAULT now(),
  -- When a station went about it; and the stations that have nothing to make it of.
  taken_at timestamptz,
  passed uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (job, element, output)
);

CREATE TABLE burnish.previews (
  job bigint NOT NULL REFERENCES burnish.jobs (id) ON DELETE CASCADE,
  element text NOT NULL,
  output integer NOT NULL,
  picture bytea NOT NULL CHECK (octet_length(picture) BETWEEN 1 AND 131072),
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, element, output)
);
-- Compressed already.
ALTER TABLE burnish.previews ALTER COLUMN picture SET STORAGE EXTERNAL;
CREATE INDEX previews_by_age ON burnish.previews (made_at);
