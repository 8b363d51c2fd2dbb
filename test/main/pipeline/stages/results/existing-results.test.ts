/** The rule "skip", before anything is sent. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Output } from '../../../../../contract/recipes/output.ts';
import { prepare } from '../../../../../main/pipeline/stages/prepare.ts';
import { findExistingResult } from '../../../../../main/pipeline/stages/results/existing-results.ts';
import { resultFolders } from '../../../../../main/pipeline/stages/results/result-folders.ts';
import { entryKinds } from '../../../../helpers/queue/path-entries.ts';
import { longAfter, noisePhoto, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { end, placeText, takeIn, toolsFor } from '../../../../helpers/store/placing.ts';
import { addCopies, copies, dear, lose } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

type Steps = Parameters<typeof recipeOf>[0];
const cutout = 'portrait-background-removal';
const garments: Steps = [
  { operation: 'apparel-background-removal', params: { out_mode: 1, cloth_class: ['tops', 'pants'] } },
];
const onWhite: Steps = [{ operation: cutout, params: { return_form: 'whiteBK' } }];

/** Returns the name in `there` that excludes a photograph called a.jpg, or null. */
async function found(stage: StoreStage, steps: Steps, output: Partial<Output>, there: readonly string[]) {
  const sourcePath = join(stage.folder, 'photographs', 'a.jpg');
  mkdirSync(dirname(sourcePath), { recursive: true });
  writeFileSync(sourcePath, await noisePhoto(8, 8));
  const recipe = recipeOf(steps, { conflict: 'skip', ...output });
  const job = takeIn(stage, 'a', {}, { sourcePath, recipe });
  for (const name of there) writeFileSync(join(job.outputFolder, name), 'there');
  const path = await findExistingResult(job, resultFolders(job), toolsFor(stage, job));
  return path === null ? null : basename(path);
}

describe('the existing result of a photograph', () => {
  test.for<readonly [string, Steps, Partial<Output>, readonly string[], string | null]>([
    ['nothing there', cutout, {}, [], null],
    ['a cutout, which is a PNG', cutout, {}, ['a.png'], 'a.png'],
    ['a cutout beside the photograph', cutout, {}, ['a.jpg'], null],
    ['on white, as the photograph is', onWhite, {}, ['a.jpg'], 'a.jpg'],
    ['on white, should it be a PNG', onWhite, {}, ['a.png'], 'a.png'],
    ['on white, in a format it cannot be', onWhite, {}, ['a.webp', 'a.tif'], null],
    ['the format that is asked for', cutout, { format: 'webp' }, ['a.webp'], 'a.webp'],
    ['another than is asked for', cutout, { format: 'webp' }, ['a.png'], null],
    ['the first of several elements', 'avatar-extraction', {}, ['a-1.png'], 'a-1.png'],
    ['no element', 'avatar-extraction', {}, ['a.png', 'a-2.png'], null],
    ['the whole of clothes', 'apparel-background-removal', {}, ['a.png'], 'a.png'],
    ['a garment that is asked for', garments, {}, ['a-pants.png'], 'a-pants.png'],
    ['a garment that is not', garments, {}, ['a-hat.png'], null],
    ['the first of several sheets', 'ai-lip-bite-expressions', {}, ['a-1.png'], 'a-1.png'],
    ['an analysis', 'face-key-points', {}, ['a.png', 'a.jpg'], null],
    ['another rule', cutout, { conflict: 'number' }, ['a.png'], null],
    [
      'the last operation, by name',
      [{ operation: 'smart-face-slimming' }, { operation: cutout }],
      { template: '{name}-{operation}' },
      ['a-portrait-background-removal.png'],
      'a-portrait-background-removal.png',
    ],
  ])('%s', async ([, steps, output, there, expected], { stage }) => {
    expect(await found(stage, steps, output, there)).toBe(expected);
  });

  const others = Object.entries(entryKinds).filter(([kind]) => kind !== 'a photograph');
  for (const [tags, rows] of longAfter(1, others))
    test.for(rows)('%s under the name', { tags }, async ([, make], { stage }) => {
      mkdirSync(join(stage.folder, 'out'));
      make(join(stage.folder, 'out', 'a.png'), join(stage.folder, 'a.jpg'));

      expect(await found(stage, cutout, {}, [])).toBe('a.png');
    });
});

describe('not skipped', () => {
  test('a later step after a paid one', async ({ stage }) => {
    const steps = [{ operation: 'smart-face-slimming' }, { operation: cutout }] as const;
    expect(await found(stage, steps, {}, ['a.png'])).toBe('a.png');
    const job = { ...stage.job(1), step: 1 };
    expect(await findExistingResult(job, resultFolders(job), toolsFor(stage, job))).toBe(null);
  });

  test('a photograph with its own result, from an unrecorded attempt', async ({ stage }) => {
    expect(await found(stage, cutout, {}, [])).toBe(null);
    const job = stage.bring(1, 'placing');
    const placed = await placeText(job, 'finished', toolsFor(stage, job));
    expect(await findExistingResult(job, resultFolders(job), toolsFor(stage, job))).toBe(null);
    writeFileSync('path' in placed ? placed.path : '', 'changed');
    expect(await findExistingResult(job, resultFolders(job), toolsFor(stage, job))).toBe(
      join(job.outputFolder, 'a.png'),
    );
  });

  test('a photograph that is no longer a file, which reading it reports', async ({ stage }) => {
    const sourcePath = join(stage.folder, 'pipe.jpg');
    execFileSync('mkfifo', [sourcePath]);
    const job = takeIn(stage, 'a', { conflict: 'skip' }, { sourcePath });
    expect(await findExistingResult(job, resultFolders(job), toolsFor(stage, job))).toBe(null);
  });
});

test('a skipped photograph is checked again, also before a repeated upload', async ({ stage }) => {
  const { store } = stage;
  const sourcePath = join(stage.folder, 'a.jpg');
  const outputFolder = join(stage.folder, 'out');
  writeFileSync(sourcePath, await noisePhoto(8, 8));
  mkdirSync(outputFolder);
  writeFileSync(join(outputFolder, 'a.png'), 'mine');
  const more = { sourcePath, outputFolder };
  const [id] = addCopies(stage, ['a'], more, recipeOf(cutout, { conflict: 'skip' })) as [number];
  lose(stage, id);
  store.actions.decide([id], 'send-again');
  const job = store.moves.claim(dear)!;
  await end(store, job, await prepare(job, toolsFor(stage, job)));
  expect(stage.job(id).state).toBe('done');
  const [item] = copies(['a'], more, recipeOf(cutout, { conflict: 'skip' }));
  const again = store.jobs.add({ title: 'again', origin: 'command', folderId: null }, [item!]);
  expect(again).toMatchObject({ resumed: [id], finished: [] });
});
