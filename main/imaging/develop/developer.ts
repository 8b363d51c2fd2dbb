/** Develops files one by one on a thread that is replaced regularly. */
import { rm, stat } from 'node:fs/promises';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { openThread, resolveThreadEntry, ThreadError } from '../../threads/worker-thread.ts';
import type { Developed } from '../decode/image-facts.ts';
import { ImagingError } from '../errors.ts';
import type { answers, DevelopInput } from './develop.worker.ts';

export interface DeveloperLimits {
  /** Maxima of a thread, because decoders do not free memory: pictures, and bytes of copies. */
  readonly maxPictures: number;
  readonly maxBytes: number;
  /** Per picture. */
  readonly timeoutMs: number;
  /** JavaScript heap without decoders. */
  readonly heapMegabytes: number;
}

/** 200 megapixels of HEIC take 20 s on two cores; slow computers may need ten times as long. */
const defaultDeveloperLimits: DeveloperLimits = {
  maxPictures: 20,
  maxBytes: 400_000_000,
  timeoutMs: 240_000,
  heapMegabytes: 512,
};

export interface Developer {
  /**
   * Writes the file at `to`, or nothing if it fails.
   * @throws ImagingError UNUSABLE_FILE, or DECODER_ENDED after a crash or timeout; the file system's error as a
   * `ThreadError`; the signal's reason, at once
   */
  develop(input: DevelopInput, signal?: AbortSignal): Promise<Developed>;
}

/** @param entry of the thread, for tests */
export function openDeveloper(limits: Partial<DeveloperLimits> = {}, entry?: URL): Developer {
  const { maxPictures, maxBytes, timeoutMs, heapMegabytes } = { ...defaultDeveloperLimits, ...limits };
  const thread = openThread<typeof answers>(entry ?? resolveThreadEntry(import.meta.url, 'develop.worker'), null, {
    maxOldGenerationSizeMb: heapMegabytes,
  });
  let last: Promise<unknown> = Promise.resolve();
  let usage = { pictures: 0, bytes: 0 };

  async function developOne(input: DevelopInput, signal?: AbortSignal): Promise<Developed> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const developed = await thread.ask('develop', input, abortSignal);
      usage.bytes += await sizeOf(input.to);
      return developed;
    } catch (error) {
      // The decoder is busy, or in an undefined state.
      if (abortSignal.aborted || !(error instanceof ThreadError && error.sentence !== undefined)) await endThread();
      await rm(input.to, { force: true });
      signal?.throwIfAborted();
      throw toDevelopError(error, timeout.aborted, input.name);
    } finally {
      // Rejected files may leak memory too.
      usage.pictures += 1;
      if (usage.pictures >= maxPictures || usage.bytes >= maxBytes) await endThread();
    }
  }
  async function endThread(): Promise<void> {
    usage = { pictures: 0, bytes: 0 };
    await thread.kill();
  }

  return {
    develop(input, signal) {
      const result = last.then(() => developOne(input, signal));
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
