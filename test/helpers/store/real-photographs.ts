/** A light table with real photographs and finished results on the disk, without the minutes of processing. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { addFunctions } from '../../../main/store/database/migrate.ts';
import { fillWithPhotographs } from './many-photographs.ts';

/**
 * Fills the store of `folder`/data with finished photographs of one folder: the pictures at `paths` in turn, named in
 * order, each with a brightened result, and a second one (of another recipe, darker) for the first `twice` of them.
 * @returns ids of the photographs
 */
export async function fillWithRealPhotographs(
  folder: string,
  paths: readonly string[],
  { count = paths.length, twice = 0 } = {},
): Promise<readonly number[]> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  // One job in ten has failed there.
  fillWithPhotographs(data, Math.ceil(count * 1.2) + 20, { root: join(folder, 'studio') });
  const db = new Database(join(data, 'burnish.db'));
  addFunctions(db);
  const done = db
    .prepare<[number], { id: number; result: number; source: string; file: string }>(
      `SELECT photographs.id, results.id AS result, source_path AS source, path AS file
       FROM photographs JOIN results ON photograph_id = photographs.id ORDER BY photographs.id LIMIT ?`,
    )
    .all(count);
  db.prepare('DELETE FROM results WHERE id > ?').run(done.at(-1)!.result);
  db.prepare('UPDATE photographs SET flag = 0, stars = 0, label = 0').run();
  const rename = db.prepare(
    `UPDATE photographs SET source_path = @source, words = folded(@name), name_key = name_key(@name), width = @width,
       height = @height WHERE id = @id`,
  );
  const resize = db.prepare('UPDATE results SET path = @file, width = @width, height = @height WHERE id = @result');
  const again = db.prepare(
    `INSERT INTO results (job_id, batch_id, photograph_id, step, operation, kind, path, width, height, bytes, created_at)
     SELECT job_id, batch_id, photograph_id, 1, operation, kind, ?, width, height, bytes, created_at + 1 FROM results WHERE id = ?`,
  );
  for (const [index, { id, result, source, file }] of done.entries()) {
    const name = `DSC_${String(index + 1).padStart(4, '0')}.jpg`;
    const [from, to] = [join(dirname(source), name), join(dirname(file), `${name}.png`)];
    mkdirSync(dirname(from), { recursive: true });
    mkdirSync(dirname(to), { recursive: true });
    const picture = sharp(paths[index % paths.length]!).rotate();
    const { width, height } = await picture.clone().jpeg().toFile(from);
    await picture.clone().modulate({ brightness: 1.15 }).png({ compressionLevel: 2 }).toFile(to);
    rename.run({ id, source: from, name, width, height });
    resize.run({ result, file: to, width, height });
    if (index >= twice) continue;
    const second = to.replace('.png', ' 2.png');
    await picture.clone().modulate({ brightness: 0.8 }).png({ compressionLevel: 2 }).toFile(second);
    again.run(second, result);
  }
  db.prepare(
    'UPDATE photographs SET entries = (SELECT count(*) FROM results WHERE photograph_id = photographs.id)',
  ).run();
  db.close();
  return done.map(({ id }) => id);
}
