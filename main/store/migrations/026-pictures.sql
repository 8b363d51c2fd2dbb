-- Photographs that differ in their data alone are the same picture, which is not paid twice; null for those taken in before.
ALTER TABLE jobs ADD COLUMN picture_hash TEXT;
CREATE INDEX jobs_by_picture ON jobs (picture_hash, recipe_hash, profile_id) WHERE picture_hash IS NOT NULL;
