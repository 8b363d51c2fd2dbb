-- How often in a row the process ended while a picture of the job was being read or made: it may be the picture that ends it.
ALTER TABLE jobs ADD COLUMN perils INTEGER NOT NULL DEFAULT 0;
