-- What holds work up, as the process that runs the queue has it: for the sentences another process shows. Holds no key and no address.
CREATE TABLE conditions (
  -- What it is about: 'service' by the id of its profile, 'folder' by its path.
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  condition TEXT NOT NULL,
  -- A sentence for people; "{left}" in it stands for the time until `until`.
  message TEXT NOT NULL,
  until INTEGER,
  -- Which work goes on only when a person has done something.
  blocks TEXT NOT NULL CHECK (json_valid(blocks)),
  since INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
