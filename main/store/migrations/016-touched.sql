-- Which version of its result a written file is; 0 is the service's own.
ALTER TABLE written_files ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- What the user made a version by, for as long as its result is not written: what a kill left is taken up by that.
ALTER TABLE written_files ADD COLUMN touch TEXT CHECK (touch IS NULL OR json_valid(touch));
CREATE INDEX written_files_to_note ON written_files (path) WHERE touch IS NOT NULL;
