-- Picks that start work: what carries the mark in a batch is processed with the recipe.
CREATE TABLE pick_rules (
  batch_id INTEGER PRIMARY KEY REFERENCES batches (id) ON DELETE CASCADE,
  mark TEXT NOT NULL,
  recipe_id TEXT NOT NULL,
  -- The batch its photographs were added to last; NULL: none was yet.
  into_batch INTEGER REFERENCES batches (id) ON DELETE SET NULL
) STRICT;
-- Photographs that were: each once with a recipe, whatever becomes of their mark.
CREATE TABLE picks_begun (
  batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  recipe_id TEXT NOT NULL,
  photograph_id INTEGER NOT NULL REFERENCES photographs (id) ON DELETE CASCADE,
  PRIMARY KEY (batch_id, recipe_id, photograph_id)
) STRICT, WITHOUT ROWID;
