import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { everyPhotograph } from '../../../contract/review/list-queries.ts';
import { addPhotographs } from '../../../main/intake/add-photographs.ts';
import { lookFirst } from '../../../main/intake/look-first.ts';
import { expandPaths } from '../../../main/intake/paths/expand-paths.ts';
import { reprocess } from '../../../main/intake/reprocess.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { openReviewQueries } from '../../../main/store/review/queries.ts';
import { sample, scratchFolder, testPhotographs } from '../../helpers/photograph/photographs.ts';
import { paperJob } from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = scratchFolder();
  store = openStore({ folder: join(folder, 'data') });
  mkdirSync(join(folder, 'card', 'day'), { recursive: true });
  copyFileSync(join(testPhotographs, 'people', 'f3.jpg'), join(folder, 'card', 'day', 'f3.jpg'));
  copyFileSync(sample('coffee'), join(folder, 'card', 'coffee.jpg'));
});
afterEach(() => {
  store.close();
});

const show = (paths: readonly string[], recipe = starterRecipes[0]!) =>
  lookFirst(expandPaths(paths, { recursive: true }), {
    ...{ store, recipe, outputFolder: join(folder, 'out'), profileId: 'built-in' },
    batch: { title: 'Card', origin: 'drop', folderId: null },
  });

it('shows photographs without creating jobs', async () => {
  const report = await show([join(folder, 'card')]);
  expect(report).toMatchObject({ added: 2, known: 0, refused: [], notes: [] });
  expect(store.batches.list()).toMatchObject([{ id: report.batchId, title: 'Card', proofs: true }]);
  expect(Object.values(store.batches.counts(report.batchId!))).toEqual([]);
  // The card is shown again after another photograph was added to it.
  copyFileSync(join(testPhotographs, 'people', 'm35.jpg'), join(folder, 'card', 'm35.jpg'));
  const again = await show([join(folder, 'card')]);
  expect(again).toMatchObject({ added: 1, known: 2 });
  const known = await show([join(folder, 'card', 'coffee.jpg')]);
  expect(known).toMatchObject({ batchId: report.batchId, added: 0, known: 1 });
});

it('processes only reviewed photographs', async () => {
  await show([join(folder, 'card')]);
  const reader = openReviewQueries(join(folder, 'data', 'burnish.db'));
  const sources = reader['photographs.sources']({ query: everyPhotograph, except: [] });
  reader.close();
  expect(sources).toHaveLength(2);
  // The file was replaced under the same name.
  copyFileSync(join(testPhotographs, 'people', 'm35.jpg'), join(folder, 'card', 'coffee.jpg'));
  const report = await reprocess(sources, {
    store,
    origin: 'drop',
    targetFor: () => ({ recipe: starterRecipes[0]!, outputFolder: join(folder, 'out') }),
    take: (files, options, batch) =>
      addPhotographs(files, { store, ...options, batch, profileId: 'built-in', from: 'hand' }),
  });
  expect(report.accepted).toBe(1);
  expect(report.refused.map(({ path, message }) => [basename(path), messageText(message)])).toEqual([
    ['coffee.jpg', expect.stringContaining('no longer the picture you looked at')],
  ]);
});

it('leaves out Burnish’s own results, and reports it', async () => {
  const path = join(folder, 'card', 'coffee.jpg');
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  const { jobIds } = store.jobs.add({ title: 'Test', origin: 'drop', folderId: null }, [
    paperJob('x', starterRecipes[0]!),
  ]);
  store.writtenFiles.add({ path, hash, bytes: readFileSync(path).length }, { jobId: jobIds[0]!, step: 0, element: '' });
  expect(await show([join(folder, 'card')])).toMatchObject({ added: 1, own: 1 });
});

it('reports why files cannot be shown, and shows those that only do not fit the recipe', async () => {
  const notes = join(folder, 'card', 'notes.txt');
  writeFileSync(notes, 'no photograph');
  const broken = join(folder, 'card', 'broken.jpg');
  writeFileSync(broken, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000)]));
  // Hairstyle extraction accepts at most 2000 px unless photographs are fitted.
  const strict = recipeSchema.parse({
    ...starterRecipes[0],
    steps: [{ operation: 'hairstyle-extraction', params: {}, reference: null }],
    fit: false,
  });
  await sharp(sample('coffee'))
    .resize(5000)
    .jpeg()
    .toFile(join(folder, 'card', 'large.jpg'));
  const report = await show([notes, broken, join(folder, 'card', 'large.jpg')], strict);
  expect(report.added).toBe(1);
  expect(report.refused.map(({ path }) => path)).toEqual([notes, broken]);
  expect(report.refused.every(({ message }) => messageText(message).length > 10)).toBe(true);
});
