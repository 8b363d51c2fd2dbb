/** Makes and tries the folders of a job's results. */
import { resolve } from 'node:path';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { outputsOf } from '../../../../contract/recipes/recipe.ts';
import { makeFolderInside } from '../../../files/contained-path.ts';
import { withTimeout } from '../../../files/with-timeout.ts';
import type { Job } from '../../../store/index.ts';
import { resultSizeFactor } from '../../output/free-space.ts';
import { folderTroubleOutcome, outputFolderTrouble, outputRoot, targetFolder } from '../../output/target-folder.ts';
import { type Outcome, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';

export interface ResultFolder {
  /** 0 for the first. */
  readonly output: number;
  /** Output folder, as its batch has it. */
  readonly root: string;
  /** The root or a subfolder; absolute. */
  readonly path: string;
}

/** Returns the folders without visiting them. Empty for an analysis, which writes no file. */
export function resultFolders(job: Job): ResultFolder[] {
  const { restore }: OperationSpec = operations[job.recipe.steps.at(-1)?.operation ?? job.operation];
  if (restore === 'coordinates') return [];
  return [...outputsOf(job.recipe).keys()].map((output) => resultFolder(job, output));
}

function resultFolder(job: Job, output: number): ResultFolder {
  return { output, root: outputRoot(job, output), path: targetFolder(job, output) };
}

/**
 * Tries to write to each output folder, unless a result was just written, and makes subfolders.
 * @returns the outcome if an output folder rejects results
 * @throws StageEnd if a subfolder cannot be made
 */
export async function openResultFolders(
  job: Job,
  folders: readonly ResultFolder[],
  context: StageContext,
): Promise<Outcome | null> {
  const { store, maker, outputs } = context;
  const { batchId } = job;
  const bytes = job.bytes * resultSizeFactor;
  const triedRoots = new Set<string>();
  for (const root of new Set(folders.map((folder) => folder.root))) {
    triedRoots.add(root);
    if (outputs.hasJustTaken(root)) continue;
    const top = { batchId, outputFolder: root };
    const error = await outputFolderTrouble(top, bytes, { maker, notes: store.temporaryFiles });
    if (error) return { kind: 'closed', closed: { folder: root, batchId, bytes, error } };
  }
  await makeFolders(job, folders, triedRoots, context);
  return null;
}

/** @throws StageEnd if one cannot be made */
export async function makeResultFolders(job: Job, context: StageContext): Promise<void> {
  await makeFolders(job, resultFolders(job), new Set(), context);
}

/** Returns its path. @throws StageEnd if it cannot be made */
export async function makeResultFolder(job: Job, output: number, context: StageContext): Promise<string> {
  const folder = resultFolder(job, output);
  await makeFolder(job, folder, false, context);
  return folder.path;
}

/** Skips the visit if a result was just written. @throws StageEnd if the folder cannot be made */
export async function checkResultFolder(job: Job, output: number, context: StageContext): Promise<void> {
  const folder = resultFolder(job, output);
  await makeFolder(job, folder, context.outputs.hasJustTaken(folder.root), context);
}

/** @param madeRoots output folders that are checked already */
async function makeFolders(
  job: Job,
  folders: readonly ResultFolder[],
  madeRoots: ReadonlySet<string>,
  context: StageContext,
): Promise<void> {
  const roots = new Set(madeRoots);
  for (const folder of withoutRepeats(folders)) {
    await makeFolder(job, folder, roots.has(folder.root), context);
    roots.add(folder.root);
  }
}

function withoutRepeats(folders: readonly ResultFolder[]): ResultFolder[] {
  return folders.filter(
    ({ root, path }, index) => folders.findIndex((each) => each.root === root && each.path === path) === index,
  );
}

async function makeFolder(
  job: Job,
  { root, path }: ResultFolder,
  isRootMade: boolean,
  context: StageContext,
): Promise<void> {
  const { batchId } = job;
  const error = context.outputs.letIn(root, job.id);
  if (error !== null) throw new StageEnd({ kind: 'closed', closed: { folder: root, batchId, bytes: 0, error } });
  try {
    const top = isRootMade ? resolve(root) : await withTimeout(context.maker.ready({ batchId, outputFolder: root }));
    if (path !== top) await makeFolderInside(top, path);
  } catch (failure) {
    throw await toStageEnd(job, root, { folder: path, bytes: 0, error: failure }, context);
  }
}

/** Returns a StageEnd for a disk's error, else the error itself. */
export async function toStageEnd(
  { batchId }: Pick<Job, 'batchId'>,
  root: string,
  failure: Parameters<typeof folderTroubleOutcome>[1],
  { maker, store }: Pick<StageContext, 'maker' | 'store'>,
): Promise<unknown> {
  const folderContext = { maker, notes: store.temporaryFiles };
  const outcome = await folderTroubleOutcome({ batchId, outputFolder: root }, failure, folderContext);
  return outcome === null ? failure.error : new StageEnd(outcome);
}
