/** How fast files are read now, by what was read in the last seconds. */
import type { BulkSpeed } from '../../contract/review/bulk-progress.ts';

/** ms that count. */
const remembered = 8000;
/** Shorter than this (ms), nothing can be told. */
const minSampleMs = 1000;

/** @param clock ms that only grow */
export function createReadSpeedMeter(totalBytes: number, clock: () => number) {
  const samples: { readonly timeMs: number; readonly bytes: number }[] = [{ timeMs: clock(), bytes: 0 }];
  let bytes = 0;
  return {
    read(more: number): void {
      bytes += more;
      const nowMs = clock();
      samples.push({ timeMs: nowMs, bytes });
      while ((samples[1]?.timeMs ?? nowMs) < nowMs - remembered) samples.shift();
    },
    now(): BulkSpeed {
      const [first] = samples;
      const ms = clock() - (first?.timeMs ?? 0);
      const bytesPerSecond = ms < minSampleMs ? 0 : ((bytes - (first?.bytes ?? 0)) / ms) * 1000;
      return { totalBytes, bytes: Math.min(bytes, totalBytes), bytesPerSecond };
    },
  };
}
