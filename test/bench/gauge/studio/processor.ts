/** How much processor time programs have taken, as Linux tells it; elsewhere nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly parent: number;
  /** Of itself and of its children that have ended. */
  readonly seconds: number;
}

/** Of one of Linux's clock ticks, which are what it counts in. */
const tick = 1 / 100;

/** Seconds of processor that a process, its children and theirs have taken; NaN where that is not told. */
export function processorOf(pid: number): number {
  const all = new Map<number, Process>();
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) noteProcess(Number(name), all);
  } catch {
    return Number.NaN;
  }
  const isOurs = (processId: number): boolean =>
    processId === pid || (processId > 1 && isOurs(all.get(processId)?.parent ?? 0));
  let seconds = 0;
  for (const [processId, own] of all) if (isOurs(processId)) seconds += own.seconds;
  return all.size === 0 ? Number.NaN : seconds;
}

function noteProcess(pid: number, into: Map<number, Process>): void {
  try {
    // The name, in brackets, may have anything in it. Then: state, parent, …
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    into.set(pid, { parent, seconds: (user + system + childrenUser + childrenSystem) * tick });
  } catch {
    // It has ended meanwhile.
  }
}
