/** Further files that were made again: the job says from then on what it has. */
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { targetHash } from '../job-identity.ts';
import type { StoreContext } from '../store-context.ts';
import type { AdditionalFile, ResultKey } from './additional-files.ts';

export function remadeFiles({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  // Still known as written here, but no longer as the file of this output: it was made as another recipe had it.
  const retire = db.prepare(
    `UPDATE written_files SET version = -1 WHERE job_id = @jobId AND step = @step AND element = @element AND output = @output
       AND version = 0 AND path <> @path`,
  );
  const put = db.prepare(
    `INSERT INTO further_files (job_id, step, element, output, path, width, height, bytes)
     VALUES (@jobId, @step, @element, @output, @path, @width, @height, @bytes)
     ON CONFLICT (job_id, step, element, output) DO UPDATE SET path = excluded.path, width = excluded.width,
       height = excluded.height, bytes = excluded.bytes`,
  );
  // What was said of the file before says nothing of this one.
  const unsaid = db.prepare(
    `DELETE FROM checks WHERE job_id = @jobId AND step = @step AND element = @element AND version = 0 AND output = @output`,
  );
  const job = db.prepare<[number], { photograph_id: number | null; output_folder: string }>(
    'SELECT photograph_id, output_folder FROM jobs WHERE id = ?',
  );
  const become = db.prepare('UPDATE jobs SET recipe = @recipe, target_hash = @hash WHERE id = @id');

  return {
    /**
     * Lists a file that is in its place and noted (`writtenFiles.add`), in the place of the one there was for that output.
     * @param recipe the job's, with the outputs it has now
     */
    list: db.transaction((resultKey: ResultKey, file: AdditionalFile, recipe: Recipe): void => {
      const found = job.get(resultKey.jobId);
      if (found === undefined) return;
      retire.run({ ...resultKey, ...file });
      put.run({ ...resultKey, ...file });
      unsaid.run({ ...resultKey, output: file.output });
      const hash = targetHash(recipe, found.output_folder);
      become.run({ id: resultKey.jobId, recipe: JSON.stringify(recipe), hash });
      if (found.photograph_id !== null) changes.photographs([found.photograph_id]);
    }),
  };
}
