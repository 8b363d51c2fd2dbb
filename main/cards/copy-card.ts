/**
 * Copies a card to one or two destinations. Read in this order: `read-card.ts` (shots on a card), `plan-copy.ts` (their
 * subfolders, free space), this file, `copy-shot.ts`, `choose-copy-names.ts`, `copy-file.ts`, `copy-destination.ts`.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CopyFailure, CopyOptions, CopyReport } from '../../contract/intake/cards.ts';
import { type Message, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { BulkSpeed } from '../../contract/review/bulk-progress.ts';
import type { Store } from '../store/index.ts';
import { type CopyDestination, destinationReport, openDestination } from './copy-destination.ts';
import { CardReadError } from './copy-file.ts';
import { type CopiedPhotograph, copyShot } from './copy-shot.ts';
import { type PlacedShot, type PreparedCopy, prepareCopy } from './plan-copy.ts';

export interface CardCopyContext {
  readonly store: Pick<Store, 'temporaryFiles'>;
  /** Monotonic, in ms. */
  readonly clock: () => number;
  /** Shows the progress of the work, and cancels it on request. */
  readonly runWithProgress: <T>(
    total: number,
    work: (onProgress: (count: number, speed: BulkSpeed) => void, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

export interface CopiedCard {
  readonly report: CopyReport;
  /** Includes photographs copied before. */
  readonly photographs: readonly CopiedPhotograph[];
}

/** One shot is read back while the next one is read. */
const maxConcurrentShots = 2;
const maxListedFailures = 100;

/**
 * Copies all shots of a card. Deletes nothing from the card and replaces no file.
 * @param signal cancels the copy, in addition to the signal of `runWithProgress`
 * @throws UserFacingError if the copy cannot start
 */
export async function copyCard(
  options: CopyOptions,
  context: CardCopyContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<CopiedCard> {
  const prepared = await prepareCopy(options, signal);
  if (prepared.plan.problem !== null) throw new UserFacingError(prepared.plan.problem);
  const destinations = await Promise.all(prepared.folders.map(openDestination));
  const { dev } = await stat(options.from);
  return context.runWithProgress(prepared.plan.files, (onProgress, progressSignal) => {
    const card = { folder: options.from, device: dev };
    const canceled = AbortSignal.any([progressSignal, signal]);
    return new CardCopy(prepared, destinations, card, context, onProgress, canceled).run();
  });
}

interface Card {
  readonly folder: string;
  /** Id of its disk. */
  readonly device: number;
}

/** One run through the shots of a card. */
class CardCopy {
  readonly #prepared: PreparedCopy;
  readonly #destinations: readonly CopyDestination[];
  readonly #card: Card;
  readonly #context: CardCopyContext;
  readonly #reportProgress: (count: number, speed: BulkSpeed) => void;
  readonly #canceled: AbortSignal;
  /** Aborted if the card or all destinations became unavailable. */
  readonly #failure = new AbortController();
  readonly #signal: AbortSignal;
  readonly #speed: ReturnType<typeof createReadSpeedMeter>;
  readonly #failures: CopyFailure[];
  readonly #notes: CopyFailure[] = [];
  readonly #photographs: CopiedPhotograph[] = [];
  #cardProblem: Message | null = null;
  #handledFiles = 0;

  constructor(
    prepared: PreparedCopy,
    destinations: readonly CopyDestination[],
    card: Card,
    context: CardCopyContext,
    reportProgress: (count: number, speed: BulkSpeed) => void,
    canceled: AbortSignal,
  ) {
    this.#prepared = prepared;
    this.#destinations = destinations;
    this.#card = card;
    this.#context = context;
    this.#reportProgress = reportProgress;
    this.#canceled = canceled;
    this.#signal = AbortSignal.any([canceled, this.#failure.signal]);
    this.#speed = createReadSpeedMeter(prepared.plan.bytes, context.clock);
    this.#failures = [...prepared.failed];
  }

  async run(): Promise<CopiedCard> {
    const remaining = this.#prepared.shots.values();
    const copyRemaining = async () => {
      for (const shot of remaining) {
        if (this.#signal.aborted) return;
        await this.#copyOne(shot);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentShots }, copyRemaining));
    return { report: this.#report(), photographs: this.#photographs };
  }

  async #copyOne(shot: PlacedShot): Promise<void> {
    try {
      const copied = await copyShot(shot, {
        destinations: this.#destinations,
        signal: this.#signal,
        notes: this.#context.store.temporaryFiles,
        onRead: (bytes) => {
          this.#speed.add(bytes);
          this.#reportProgress(this.#handledFiles, this.#speed.current());
        },
        onFailed: (failure) => this.#failures.push(failure),
        onNote: (note) => this.#notes.push(note),
      });
      this.#photographs.push(...copied);
      if (this.#destinations.every(({ problem }) => problem !== null)) this.#failure.abort();
    } catch (error) {
      if (this.#signal.aborted) return;
      if (!(error instanceof CardReadError)) throw error;
      if (await isCardGone(this.#card)) {
        const { folder } = this.#card;
        this.#cardProblem = msg('cards.cardGone', { folder: basename(folder) || folder });
        this.#failure.abort();
      }
      // The rest of the shot is not copied either: its files stay together.
      else this.#failures.push({ name: shot.stem, message: error.sentence });
    } finally {
      this.#handledFiles += shot.files.length;
      this.#reportProgress(this.#handledFiles, this.#speed.current());
    }
  }

  #report(): CopyReport {
    const { files, otherFiles } = this.#prepared.plan;
    const hasProblem = this.#cardProblem !== null || this.#destinations.some(({ problem }) => problem !== null);
    return {
      files,
      others: otherFiles,
      places: this.#destinations.map(destinationReport),
      trouble: this.#cardProblem,
      ending: this.#canceled.aborted ? 'stopped' : hasProblem ? 'trouble' : 'whole',
      failed: this.#failures.slice(0, maxListedFailures),
      failedCount: this.#failures.length,
      notes: this.#notes.slice(0, maxListedFailures),
    };
  }
}

/** Whether the card is missing, was replaced, or cannot be read at all. */
async function isCardGone({ folder, device }: Card): Promise<boolean> {
  try {
    await readdir(folder);
    return (await stat(folder)).dev !== device;
  } catch {
    return true;
  }
}

const speedWindowMs = 8000;
/** A shorter window gives no reliable speed. */
const minSpeedWindowMs = 1000;

/** Measures the read speed over the last seconds. @param clock monotonic, in ms */
function createReadSpeedMeter(totalBytes: number, clock: () => number) {
  const samples: { readonly timeMs: number; readonly bytes: number }[] = [{ timeMs: clock(), bytes: 0 }];
  let bytes = 0;
  return {
    add(readBytes: number): void {
      bytes += readBytes;
      const nowMs = clock();
      samples.push({ timeMs: nowMs, bytes });
      while ((samples[1]?.timeMs ?? nowMs) < nowMs - speedWindowMs) samples.shift();
    },
    current(): BulkSpeed {
      const [first] = samples;
      const ms = clock() - (first?.timeMs ?? 0);
      const bytesPerSecond = ms < minSpeedWindowMs ? 0 : ((bytes - (first?.bytes ?? 0)) / ms) * 1000;
      return { totalBytes, bytes: Math.min(bytes, totalBytes), bytesPerSecond };
    },
  };
}

/** Returns the paths of new copies, and of earlier ones without a finished result of any recipe. */
export function findUnprocessedCopies(
  photographs: readonly CopiedPhotograph[],
  { originals }: Pick<Store, 'originals'>,
): string[] {
  return photographs.filter(({ isNew, hash }) => isNew || !originals.isDoneWith(hash)).map(({ path }) => path);
}
