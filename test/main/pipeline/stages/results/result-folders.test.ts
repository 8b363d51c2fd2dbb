import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { additionalOutput } from '../../../../../contract/recipes/output.ts';
import { createFolderMaker } from '../../../../../main/pipeline/output/target-folder.ts';
import {
  makeResultFolders,
  openResultFolders,
  resultFolders,
} from '../../../../../main/pipeline/stages/results/result-folders.ts';
import type { StageContext } from '../../../../../main/pipeline/stages/stage-types.ts';
import { recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { takeIn, toolsFor } from '../../../../helpers/store/placing.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const cutout = 'portrait-background-removal';

/** A job with three outputs: two in one mirrored subfolder, one in a separate folder. */
function threeOutputs(stage: StoreStage) {
  const own = join(stage.folder, 'own');
  const alsoAs = [
    additionalOutput({ template: '{name}-2', mirror: true }),
    additionalOutput({ template: '{name}-3', mirror: false, folder: own }),
  ];
  const recipe = { ...recipeOf(cutout, { mirror: true }), alsoAs };
  const job = takeIn(stage, 'a', {}, { recipe, relativeFolder: 'day' });
  return { job, own, day: join(job.outputFolder, 'day') };
}

/** Counts the visits of each output folder. */
function countingMaker({ store }: StoreStage) {
  const maker = createFolderMaker(store.outputDisks);
  const visits: string[] = [];
  const ready: StageContext['maker']['ready'] = (folder) => {
    visits.push(folder.outputFolder);
    return maker.ready(folder);
  };
  return { visits, maker: { ready } };
}

describe('the folders of a job', () => {
  test('are determined without file access, one for each output', ({ stage }) => {
    const { job, own, day } = threeOutputs(stage);
    expect(resultFolders(job)).toEqual([
      { output: 0, root: job.outputFolder, path: day },
      { output: 1, root: job.outputFolder, path: day },
      { output: 2, root: own, path: own },
    ]);
    expect([existsSync(day), existsSync(own)]).toEqual([false, false]);
    expect(resultFolders(takeIn(stage, 'b', {}, { recipe: recipeOf('face-key-points') }))).toEqual([]);
  });

  test('are created after one check of each output folder, and left empty', async ({ stage }) => {
    const { job, own, day } = threeOutputs(stage);
    const { visits, maker } = countingMaker(stage);
    expect(await openResultFolders(job, resultFolders(job), toolsFor(stage, job, { maker }))).toBe(null);
    expect(visits).toEqual([job.outputFolder, own]);
    expect([readdirSync(day), readdirSync(own)]).toEqual([[], []]);
  });

  test('are created without a check of an output folder that has just received a result', async ({ stage }) => {
    const { job, own, day } = threeOutputs(stage);
    mkdirSync(job.outputFolder, { recursive: true });
    const { visits, maker } = countingMaker(stage);
    const hasJustTaken = (folder: string) => folder === job.outputFolder;
    const outputs = { letIn: () => null, opened: () => undefined, hasJustTaken };
    expect(await openResultFolders(job, resultFolders(job), toolsFor(stage, job, { maker, outputs }))).toBe(null);
    expect(visits).toEqual([own]);
    expect([existsSync(day), existsSync(own)]).toEqual([true, true]);
  });
});

describe('a folder that cannot be created', () => {
  test('closes the whole output folder if that is a file', async ({ stage }) => {
    const { job, own, day } = threeOutputs(stage);
    writeFileSync(own, 'mine');
    const outcome = await openResultFolders(job, resultFolders(job), toolsFor(stage, job));
    expect(outcome).toMatchObject({ kind: 'closed', closed: { folder: own, error: { code: 'ENOTDIR' } } });
    expect(existsSync(day)).toBe(false);
  });

  test('is retried if only its subfolder is a file', async ({ stage }) => {
    const { job, day } = threeOutputs(stage);
    mkdirSync(dirname(day), { recursive: true });
    writeFileSync(day, 'mine');
    const outcome = { kind: 'retry', error: { code: 'EEXIST' } };
    const context = toolsFor(stage, job);
    await expect(openResultFolders(job, resultFolders(job), context)).rejects.toMatchObject({ outcome });
    await expect(makeResultFolders(job, context)).rejects.toMatchObject({ outcome });
  });
});
