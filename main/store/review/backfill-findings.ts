/** Reads the findings of earlier analyses beside the work: a little at a time, so that nothing waits for it; it goes on after a restart. */
import { setTimeout } from 'node:timers/promises';
import type { Findings } from './search/findings.ts';

/** So long (ms) the database and the process are held at a time, and left alone in between. */
const slice = 8;
const rest = 40;

/** @throws the signal's reason, and what the database has; the next call goes on */
export async function backfillFindings(findings: Pick<Findings, 'readOld'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const end = performance.now() + slice;
    if (!findings.readOld(() => performance.now() > end)) return;
    await setTimeout(rest, undefined, { signal });
  }
}
