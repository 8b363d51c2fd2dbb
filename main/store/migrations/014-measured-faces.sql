-- Where faces were looked for, and when: what is forgotten after a time is looked for every few minutes.
CREATE INDEX measures_with_faces ON measures (judged_at) WHERE faces IS NOT NULL;
