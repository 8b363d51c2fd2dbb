/** A studio's years of work: a database with a given number of jobs, photographs and results, the same each time. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { JobState } from '../../../contract/jobs/job.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { addFunctions } from '../../../main/store/database/migrate.ts';
import { openStore } from '../../../main/store/index.ts';

const day = 24 * 60 * 60 * 1000;
/** Number of photographs in a batch. */
const perBatch = 300;
const subjects = [
  'Wedding Miller',
  'Autumn shoes',
  'Ceramics',
  'Portraits',
  'Catalogue',
  'Bags',
  'Lookbook',
  'Jewellery',
];

export interface Years {
  /** Time of the newest photograph, ms since 1970. */
  readonly until?: number;
  /** Parent of the original and result paths; nothing is written there. */
  readonly root?: string;
}

/** The state of the job with this number: one in ten has failed, the last ones are queued. */
function stateOf(index: number, count: number): JobState {
  if (index > count - Math.min(200, count / 15)) return 'queued';
  if (index % 10 === 3) return 'failed';
  return index % 97 === 5 ? 'cancelled' : 'done';
}

/**
 * Fills the store of `folder`, creating it if needed. Each photograph has one job, and each finished job one result.
 */
export function fillWithPhotographs(
  folder: string,
  count: number,
  { until = Date.UTC(2026, 10, 20, 18), root = '/studio' }: Years = {},
): void {
  openStore({ folder }).close();
  const db = new Database(join(folder, 'burnish.db'));
  db.pragma('synchronous = OFF');
  addFunctions(db);
  const batch = db.prepare(`INSERT INTO batches (id, title, origin, created_at) VALUES (?, ?, 'drop', ?)`);
  const job = db.prepare(
    `INSERT INTO jobs (id, batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes, width,
       height, recipe, recipe_hash, target_hash, recipe_name, profile_id, step_count, operation, state, error, result_count,
       position, created_at, finished_at, photograph_id)
     VALUES (@id, @batch, 'drop', @counter, @path, '', @out, @hash, @bytes, 4000, 3000, @recipe, @recipeHash, @recipeHash,
       @recipeName, 'built-in', 1, @operation, @state, @error, @results, @id, @at, @finished, @id)`,
  );
  const folderOf = db.prepare('INSERT INTO source_folders (id, path, words) VALUES (?, ?, folded(?))');
  const photograph = db.prepare(
    `INSERT INTO photographs (id, source_path, content_hash, folder_id, words, name_key, bytes, width, height, taken_at,
       added_at, flag, stars, label)
     VALUES (@id, @path, @hash, @batch, folded(@name), name_key(@name), @bytes, 4000, 3000, @taken, @at, @flag, @stars, @label)`,
  );
  const result = db.prepare(
    `INSERT INTO results (job_id, batch_id, photograph_id, step, operation, kind, path, width, height, bytes, created_at)
     VALUES (@id, @batch, @id, 0, @operation, 'image', @file, 4000, 3000, 1000000, @finished)`,
  );
  const recipes = starterRecipes.map((recipe) => ({ ...recipe, text: JSON.stringify(recipe) }));
  const error = JSON.stringify({
    kind: 'input',
    code: 'PAPER',
    message: 'It is broken.',
    advice: 'replace-file',
    requestId: null,
    logId: null,
  });
  const first = until - Math.ceil(count / perBatch) * day;
  // Pause the queue: its waiting jobs have no files and would only fail.
  db.exec(`INSERT OR REPLACE INTO settings (name, value) VALUES ('paused', 'true')`);
  db.pragma('foreign_keys = OFF');
  db.transaction(() => {
    for (let id = 1; id <= count; id += 1) {
      const number = Math.ceil(id / perBatch);
      const recipe = recipes[number % recipes.length]!;
      const subject = subjects[number % subjects.length]!;
      const path = `${root}/${subject} ${number}`;
      const at = Math.round(first + (number - 1) * day + (id % perBatch) * 5000);
      if (id % perBatch === 1) {
        batch.run(number, `${subject} ${number}`, at);
        folderOf.run(number, path, path);
      }
      const name = `DSC_${String((id * 7919) % 1_000_000).padStart(6, '0')}.jpg`;
      const state = stateOf(id, count);
      const isDone = state === 'done';
      const row = {
        id,
        batch: number,
        at,
        name,
        path: `${path}/${name}`,
        hash: String(id).padStart(64, '0'),
        bytes: 5_000_000 + ((id * 31) % 1_000_000),
        operation: recipe.steps[0]!.operation,
        finished: state === 'queued' ? null : at + 60_000,
      };
      photograph.run({
        ...row,
        taken: at - day,
        flag: id % 7 === 0 ? 1 : id % 5 === 0 ? -1 : 0,
        stars: id % 6,
        label: id % 4,
      });
      const work = { out: `${root}/results`, recipe: recipe.text, recipeHash: recipe.id, recipeName: recipe.name };
      job.run({
        ...row,
        ...work,
        counter: id,
        state,
        error: state === 'failed' ? error : null,
        results: isDone ? 1 : 0,
      });
      if (isDone) result.run({ ...row, file: `${root}/results/${subject} ${number}/${name}.png` });
    }
  })();
  db.close();
}
