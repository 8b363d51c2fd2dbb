-- A label from another program that is no colour here, in its own words; '' where there is none. A colour that is set here covers it.
ALTER TABLE photographs ADD COLUMN foreign_label TEXT NOT NULL DEFAULT '';
CREATE INDEX photographs_labelled_elsewhere ON photographs (foreign_label, label) WHERE foreign_label <> '';
