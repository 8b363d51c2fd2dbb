/** Processor time of programs on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly parent: number;
  readonly seconds: number;
}

const secondsPerTick = 1 / 100;

/** Returns the processor time of a process and its descendants in seconds; NaN without /proc. */
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
    // The name is in parentheses and may contain spaces. State and parent follow.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    into.set(pid, { parent, seconds: (user + system + childrenUser + childrenSystem) * secondsPerTick });
  } catch {
    // The process has ended.
  }
}
