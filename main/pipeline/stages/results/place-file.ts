/** Puts one finished file into the job's folder, by the recipe's rule for names that are taken; known before it is there. */
import { realpath, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { outputsOf } from '../../../../contract/recipes/recipe.ts';
import { syncFolder } from '../../../files/atomic-write.ts';
import { makeFolderInside, pathInside } from '../../../files/contained-path.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { applyUserPermissions } from '../../../files/private-files.ts';
import { withTimeout } from '../../../files/with-timeout.ts';
import { psdSize } from '../../../imaging/psd/psd-size.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { EventText, Job, ResultKey, WrittenFile } from '../../../store/index.ts';
import { resultName } from '../../output/result-name.ts';
import { isPlaceholder, isTaken, type StagedFile, stageFile, syncFile } from '../../output/target-file.ts';
import { folderTroubleOutcome, type OutputFolder, outputRoot, targetFolder } from '../../output/target-folder.ts';
import { StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { moveEarlierResult, type NotReplacedReason } from './replace-result.ts';

/** A finished file in the job's work folder; `extension` with its dot. */
export interface FinishedFile {
  readonly path: string;
  readonly extension: string;
}

export type PlacedFile =
  | {
      readonly path: string;
      readonly bytes: number;
      /** What there is to say about its name. */
      readonly events: readonly EventText[];
    }
  /** The rule "skip", of what cost nothing: this was there already. */
  | { readonly skipped: string };

/** Which file of the results of a job: of which element ('' where there is one), and of which output of the recipe. */
export interface ResultPart {
  readonly element: string;
  /** 0 for the first. */
  readonly output: number;
  /** Under the rule "skip", what is paid takes another name: true where no other output has kept it by then. */
  readonly mustStay?: boolean;
}

/** Which result of `job` the file of a part is. */
export function resultKey(job: Pick<Job, 'id' | 'step'>, { element, output }: ResultPart): ResultKey {
  return { jobId: job.id, step: job.step, element, output };
}

/**
 * Gives `finished` its final name; no other name of it is left. Nothing is ever written over.
 * @throws StageEnd where the folder does not take it: what was paid for is at home, and is placed as soon as it can be
 */
export async function placeFile(
  job: Job,
  part: ResultPart,
  finished: FinishedFile,
  context: StageContext,
): Promise<PlacedFile> {
  const folder = await prepareFolder(job, context, part.output);
  let bytes = 0;
  try {
    await applyUserPermissions(finished.path);
    const print = await syncFile(finished.path);
    bytes = print.bytes;
    const delivery = await stageFile(finished.path, folder, context.store.temporaryFiles);
    try {
      // One after the other: of two with one name, the second must not take the first's note for its own.
      const placed = await inTurn(await realpath(folder), () => {
        context.signal.throwIfAborted();
        return giveName(job, part, { folder, extension: finished.extension, print, delivery }, context);
      });
      await syncFolder(folder);
      if ('path' in placed) context.outputs.opened(outputRoot(job, part.output));
      return placed;
    } finally {
      await delivery.discard();
    }
  } catch (error) {
    throw await endOf(topOf(job, part.output), { folder, bytes, error }, context);
  }
}

/** The folder of an output as its batch knows it. */
function topOf(job: Job, output: number): OutputFolder {
  return { batchId: job.batchId, outputFolder: outputRoot(job, output) };
}

/** Makes the folders that the files of all outputs go to. @throws as `prepareFolder` */
export async function prepareFolders(job: Job, context: StageContext): Promise<void> {
  for (const output of outputsOf(job.recipe).keys()) await prepareFolder(job, context, output);
}

/** Makes the folder that the files of an output go to. @throws StageEnd where it cannot be had */
export async function prepareFolder(job: Job, context: StageContext, output = 0): Promise<string> {
  const top = topOf(job, output);
  const { batchId, outputFolder } = top;
  const error = context.outputs.letIn(outputFolder, job.id);
  if (error !== null)
    throw new StageEnd({ kind: 'closed', closed: { folder: outputFolder, batchId, bytes: 0, error } });
  const folder = targetFolder(job, output);
  try {
    const ready = await withTimeout(context.maker.ready(top));
    if (folder !== ready) await makeFolderInside(ready, folder);
    return folder;
  } catch (error) {
    throw await endOf(top, { folder, bytes: 0, error }, context);
  }
}

async function endOf(
  top: OutputFolder,
  failure: Parameters<typeof folderTroubleOutcome>[1],
  context: StageContext,
): Promise<unknown> {
  const outcome = await folderTroubleOutcome(top, failure, {
    maker: context.maker,
    notes: context.store.temporaryFiles,
  });
  return outcome === null ? failure.error : new StageEnd(outcome);
}

interface Arrival {
  readonly folder: string;
  readonly extension: string;
  readonly print: Omit<WrittenFile, 'path'>;
  readonly delivery: StagedFile;
}

async function giveName(job: Job, part: ResultPart, arrival: Arrival, context: StageContext): Promise<PlacedFile> {
  const { folder, extension, print, delivery } = arrival;
  const { store, clock } = context;
  const rule = (outputsOf(job.recipe)[part.output] ?? job.recipe.output).conflict;
  const key = resultKey(job, part);
  const name = resultName(job, part.element, clock.now(), part.output);
  // What is skipped costs nothing: so what was sent and paid before the name was taken gets another one.
  const isPaid = context.canCharge && job.follows === null && part.mustStay !== false;
  const first = pathInside(folder, name + extension);
  const numbered = (number: number) => pathInside(folder, `${name}-${number}${extension}`);
  let displacedPath: string | null = null;
  let why: NotReplacedReason | 'pipeline.name.paid' | null = null;
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : numbered(number);
    let isFree = !(await isTaken(path));
    // Of a version whose file is away: two would be said to be in one file.
    if (isFree && store.touched.hasName(path)) continue;
    if (isFree && !(await context.reserve(path, print.hash))) continue;
    if (!isFree && rule === 'replace' && number === 1) {
      const room = await moveEarlierResult(path, key, numbered, store);
      if (room.kind === 'aside') displacedPath = room.path;
      else why = room.why;
      isFree = room.kind === 'aside';
    }
    if (isFree) {
      // Another station's by now: nothing more is shown of it.
      context.signal.throwIfAborted();
      store.writtenFiles.add({ path, ...print }, key);
      // After a power cut, a file without its note would be taken for an original.
      await store.onDisk();
      if (await delivery.claimName(path)) {
        return { path, bytes: print.bytes, events: eventsOf(first, path, why, displacedPath) };
      }
      store.writtenFiles.forget(path, job.id);
    }
    // Outputs whose names come to be the same are not there already: they are two files.
    const isOther = rule === 'skip' && store.writtenFiles.isOfSameJob(path, job.id);
    if (rule === 'skip' && !isPaid && !isOther) return { skipped: path };
    if (rule === 'skip' && !isOther) why = 'pipeline.name.paid';
  }
}

function eventsOf(
  first: string,
  path: string,
  why: NotReplacedReason | 'pipeline.name.paid' | null,
  displacedPath: string | null,
): EventText[] {
  const events: EventText[] = [];
  const name = basename(path);
  if (why !== null) events.push({ kind: 'notice', text: msg(why, { taken: basename(first), name }) });
  if (displacedPath !== null)
    events.push({ kind: 'notice', text: msg('pipeline.name.replaced', { name, earlier: basename(displacedPath) }) });
  return events;
}

/** The last work begun in each folder (real path). */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(folder) ?? Promise.resolve()).then(work, work);
  turns.set(folder, turn);
  const release = () => {
    if (turns.get(folder) === turn) turns.delete(folder);
  };
  turn.then(release, release);
  return turn;
}

/** A file that has its name since an earlier try; sizes in px and bytes. */
export interface PlacedBefore {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export function toPlacedFile({ path, bytes }: PlacedBefore): PlacedFile {
  return { path, bytes, events: [] };
}

/** The file of an earlier try that ended before it could say so; null when there is none, or it was changed since. */
export async function findPlacedBefore(
  job: Job,
  part: ResultPart,
  { store }: StageContext,
): Promise<PlacedBefore | null> {
  for (const { path, hash } of store.writtenFiles.ofResult(resultKey(job, part))) {
    const print = await fingerprint(path);
    if (print?.hash === hash) {
      const facts = await inspectImage(path);
      const layered = facts.kind === 'image' ? null : await psdSize(path);
      if (layered !== null) return { path, ...layered, bytes: print.bytes };
      if (facts.kind === 'image') return { path, width: facts.width, height: facts.height, bytes: print.bytes };
    }
    // A name that was kept for it on a disk without hard links.
    if (await isPlaceholder(path)) await rm(path, { force: true });
  }
  return null;
}
