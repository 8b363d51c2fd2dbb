/** Places a finished file by the recipe's rule for taken names. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { outputsOf } from '../../../../contract/recipes/recipe.ts';
import { syncFolder } from '../../../files/atomic-write.ts';
import { pathInside } from '../../../files/contained-path.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { applyUserPermissions } from '../../../files/private-files.ts';
import { readPsdSize } from '../../../imaging/psd/psd-size.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { EventText, Job, ResultKey, WrittenFile } from '../../../store/index.ts';
import { resultName } from '../../output/result-name.ts';
import { isPlaceholder, isTaken, type StagedFile, stageFile, syncFile } from '../../output/target-file.ts';
import { outputRoot } from '../../output/target-folder.ts';
import type { StageContext } from '../stage-types.ts';
import { moveEarlierResult, type NotReplacedReason } from './replace-result.ts';
import { makeResultFolder, toStageEnd } from './result-folders.ts';

/** In the work folder; `extension` with its dot. */
export interface FinishedFile {
  readonly path: string;
  readonly extension: string;
}

export type PlacedFile =
  | {
      readonly path: string;
      readonly bytes: number;
      readonly events: readonly EventText[];
    }
  /** The existing file, by the rule "skip". */
  | { readonly skipped: string };

export interface ResultPart {
  /** '' for a single image. */
  readonly element: string;
  /** 0 for the first. */
  readonly output: number;
  /** False if another output is kept, so that the rule "skip" applies to a paid result. */
  readonly shouldKeep?: boolean;
}

export function resultKey(job: Pick<Job, 'id' | 'step'>, { element, output }: ResultPart): ResultKey {
  return { jobId: job.id, step: job.step, element, output };
}

/**
 * Gives `finished` its final name, and removes all others. No file is ever replaced.
 * @throws StageEnd if the folder rejects it; it stays in the work folder
 */
export async function placeFile(
  job: Job,
  part: ResultPart,
  finished: FinishedFile,
  context: StageContext,
): Promise<PlacedFile> {
  const folder = await makeResultFolder(job, part.output, context);
  let bytes = 0;
  try {
    await applyUserPermissions(finished.path);
    const print = await syncFile(finished.path);
    bytes = print.bytes;
    const delivery = await stageFile(finished.path, folder, context.store.temporaryFiles);
    try {
      // The second of two files with one name must not mistake the first's note for its own.
      const placed = await inTurn(delivery.folderKey, () => {
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
    throw await toStageEnd(job, outputRoot(job, part.output), { folder, bytes, error }, context);
  }
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
  // Only free results may be skipped.
  const isPaid = context.canCharge && job.follows === null && part.shouldKeep !== false;
  const first = pathInside(folder, name + extension);
  const numbered = (number: number) => pathInside(folder, `${name}-${number}${extension}`);
  let displacedPath: string | null = null;
  let why: NotReplacedReason | 'pipeline.name.paid' | null = null;
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : numbered(number);
    let isFree = !(await isTaken(path));
    // It belongs to a version whose file is unavailable.
    if (isFree && store.touchUps.hasName(path)) continue;
    if (isFree && !(await context.reserve(path, print.hash))) continue;
    if (!isFree && rule === 'replace' && number === 1) {
      const room = await moveEarlierResult(path, key, numbered, store);
      if (room.kind === 'aside') displacedPath = room.path;
      else why = room.why;
      isFree = room.kind === 'aside';
    }
    if (isFree) {
      // Another station may have the job by now.
      context.signal.throwIfAborted();
      store.writtenFiles.add({ path, ...print }, key);
      // After a power cut, a file without its note counts as an original.
      await store.onDisk();
      if (await delivery.claimName(path)) {
        return { path, bytes: print.bytes, events: eventsOf(first, path, why, displacedPath) };
      }
      store.writtenFiles.forget(path, job.id);
    }
    // Another output of this job is no earlier result.
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

/** Last work in each folder. */
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

/** A file that an earlier try has placed; sizes in px. */
export interface PlacedBefore {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export function toPlacedFile({ path, bytes }: PlacedBefore): PlacedFile {
  return { path, bytes, events: [] };
}

/** Returns an unchanged file of an interrupted try, or null. */
export async function findPlacedBefore(
  job: Job,
  part: ResultPart,
  { store }: StageContext,
): Promise<PlacedBefore | null> {
  for (const { path, hash } of store.writtenFiles.ofResult(resultKey(job, part))) {
    const print = await fingerprint(path);
    if (print?.hash === hash) {
      const facts = await inspectImage(path);
      const layered = facts.kind === 'image' ? null : await readPsdSize(path);
      if (layered !== null) return { path, ...layered, bytes: print.bytes };
      if (facts.kind === 'image') return { path, width: facts.width, height: facts.height, bytes: print.bytes };
    }
    // Reserved on a disk without hard links.
    if (await isPlaceholder(path)) await rm(path, { force: true });
  }
  return null;
}
