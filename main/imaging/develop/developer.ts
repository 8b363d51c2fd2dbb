/** Has files developed one after the other by a thread that is begun anew now and then, and ended when it takes too long. */
import { rm, stat } from 'node:fs/promises';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { openThread, resolveThreadEntry, ThreadError } from '../../threads/worker-thread.ts';
import { ImagingError } from '../errors.ts';
import type { answers, DevelopQuestion } from './develop.worker.ts';
import type { Developed } from './developed-types.ts';

export interface DeveloperLimits {
  /** A thread is begun anew after so many pictures, or bytes of copies: decoders never give their memory back. */
  readonly pictures: number;
  readonly bytes: number;
  /** For one picture, ms. */
  readonly patienceMs: number;
  /** Of the thread's own memory without pixels and decoders, MB. */
  readonly heapMegabytes: number;
}

/** 200 megapixels of HEIC take 20 s on a machine of two cores; one that is ten times as slow still gets there. */
const defaultDeveloperLimits: DeveloperLimits = {
  pictures: 20,
  bytes: 400_000_000,
  patienceMs: 240_000,
  heapMegabytes: 512,
};

export interface Developer {
  /**
   * Makes the file at `to`; where that fails nothing is left there.
   * @throws ImagingError UNUSABLE_FILE where the file is to blame, DECODER_ENDED where the decoder ended; the file system's error as a
   *   `ThreadError`; the signal's reason, at once
   */
  develop(question: DevelopQuestion, signal?: AbortSignal): Promise<Developed>;
}

/** @param entry of the thread; tests have one of their own, that dies */
export function openDeveloper(limits: Partial<DeveloperLimits> = {}, entry?: URL): Developer {
  const { pictures, bytes, patienceMs, heapMegabytes } = { ...defaultDeveloperLimits, ...limits };
  const thread = openThread<typeof answers>(entry ?? resolveThreadEntry(import.meta.url, 'develop.worker'), null, {
    maxOldGenerationSizeMb: heapMegabytes,
  });
  let last: Promise<unknown> = Promise.resolve();
  let made = { pictures: 0, bytes: 0 };

  async function developOne(question: DevelopQuestion, signal?: AbortSignal): Promise<Developed> {
    signal?.throwIfAborted();
    const tooLong = AbortSignal.timeout(patienceMs);
    const ends = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
    try {
      const developed = await thread.ask('develop', question, ends);
      made.bytes += await sizeOf(question.to);
      return developed;
    } catch (error) {
      // Nobody waits for what it still does; and a decoder that broke down in the middle is in no state to go on with.
      if (ends.aborted || !(error instanceof ThreadError && error.sentence !== undefined)) await endThread();
      await rm(question.to, { force: true });
      signal?.throwIfAborted();
      throw toDevelopError(error, tooLong.aborted, question.name);
    } finally {
      // Refused ones count as well: what a decoder has met in them may stay with it.
      made.pictures += 1;
      if (made.pictures >= pictures || made.bytes >= bytes) await endThread();
    }
  }
  async function endThread(): Promise<void> {
    made = { pictures: 0, bytes: 0 };
    await thread.kill();
  }

  return {
    develop(question, signal) {
      const result = last.then(() => developOne(question, signal));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function toDevelopError(error: unknown, isLate: boolean, name: string): unknown {
  if (isLate) return new ImagingError('DECODER_ENDED', msg('imaging.develop.tooLong', { name }), { cause: error });
  if (!(error instanceof ThreadError)) {
    return new ImagingError('DECODER_ENDED', msg('imaging.develop.ended', { name }), { cause: error });
  }
  const { sentence } = error;
  return sentence === undefined
    ? error
    : new ImagingError('UNUSABLE_FILE', sentence as MessageDescriptor, { cause: error });
}
