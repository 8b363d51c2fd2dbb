/** Copies a card from its first shot to its last: two at a time, with progress, an end on demand, and a report of what was done. */
import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CopyFailure, CopyOptions, CopyReport } from '../../contract/intake/cards.ts';
import { type Message, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { BulkSpeed } from '../../contract/review/bulk-progress.ts';
import type { Store } from '../store/index.ts';
import { destinationReport, openDestination } from './copy-destination.ts';
import { CardReadError } from './copy-file.ts';
import { type CopiedPhotograph, copyShot } from './copy-shot.ts';
import { type PlacedShot, prepareCopy } from './plan-copy.ts';
import { createReadSpeedMeter } from './read-speed.ts';

export interface CopyTools {
  readonly store: Pick<Store, 'temporaryFiles'>;
  /** ms that only grow. */
  readonly clock: () => number;
  /** Runs the work so that it can be seen and stopped. */
  readonly runWithProgress: <T>(
    total: number,
    work: (done: (count: number, flow: BulkSpeed) => void, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

export interface CopiedCard {
  readonly report: CopyReport;
  /** Each photograph that is in a place now. */
  readonly photographs: readonly CopiedPhotograph[];
}

/** Shots at a time: one is read back while the next one is read. */
const atOnce = 2;
/** Failures and notes that are told one by one. */
const maxListedFailures = 100;

/**
 * Nothing is deleted from the card, and nothing written over. @param stopped ends it as the user does
 * @throws UserFacingError where it cannot begin
 */
export async function copyCard(options: CopyOptions, context: CopyTools, stopped?: AbortSignal): Promise<CopiedCard> {
  const never = new AbortController().signal;
  const { plan, shots, failed, places: folders } = await prepareCopy(options, stopped ?? never);
  if (plan.problem !== null) throw new UserFacingError(plan.problem);
  const places = await Promise.all(folders.map(openDestination));
  const card = (await stat(options.from)).dev;

  return context.runWithProgress(plan.files, async (done, byUser) => {
    const user = AbortSignal.any([byUser, stopped ?? never]);
    const ending = new AbortController();
    const signal = AbortSignal.any([user, ending.signal]);
    const pace = createReadSpeedMeter(plan.bytes, context.clock);
    const failures: CopyFailure[] = [...failed];
    const notes: CopyFailure[] = [];
    const photographs: CopiedPhotograph[] = [];
    let problem: Message | null = null;
    let count = 0;

    async function copyOne(shot: PlacedShot): Promise<void> {
      try {
        const copied = await copyShot(shot, {
          ...{ places, signal, notes: context.store.temporaryFiles },
          onRead: (bytes) => {
            pace.read(bytes);
            done(count, pace.now());
          },
          onFailed: (failure) => failures.push(failure),
          onNote: (note) => notes.push(note),
        });
        photographs.push(...copied);
        if (places.every((place) => place.problem !== null)) ending.abort();
      } catch (fault) {
        if (signal.aborted) return;
        if (!(fault instanceof CardReadError)) throw fault;
        if (await isGone(options.from, card)) {
          problem = msg('cards.cardGone', { folder: basename(options.from) || options.from });
          ending.abort();
        }
        // Its other files were left alone, so that none of them is without it.
        else failures.push({ name: shot.stem, message: fault.sentence });
      } finally {
        count += shot.files.length;
        done(count, pace.now());
      }
    }

    const left = shots.values();
    const hand = async () => {
      for (const shot of left) {
        if (signal.aborted) return;
        await copyOne(shot);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, hand));
    const outcome = user.aborted
      ? 'stopped'
      : problem !== null || places.some((place) => place.problem !== null)
        ? 'trouble'
        : 'whole';
    const report: CopyReport = {
      ...{
        files: plan.files,
        others: plan.otherFiles,
        places: places.map(destinationReport),
        trouble: problem,
        ending: outcome,
      },
      ...{
        failed: failures.slice(0, maxListedFailures),
        failedCount: failures.length,
        notes: notes.slice(0, maxListedFailures),
      },
    };
    return { report, photographs };
  });
}

/** True where the card is not there any more, or cannot be read at all. */
async function isGone(card: string, dev: number): Promise<boolean> {
  try {
    await readdir(card);
    return (await stat(card)).dev !== dev;
  } catch {
    return true;
  }
}
