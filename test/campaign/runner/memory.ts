/** How much memory a process has taken at most, where the system tells (Linux). */
import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** MB so far; 0 where nobody knows. */
  peak(): number;
}

/** Looks until the process has ended. The kernel keeps the peak itself: only what comes in the last moment can be missed. */
export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const check = () => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      if (kilobytes === undefined) clearInterval(timer);
      else peak = Math.max(peak, Math.round(Number(kilobytes) / 1024));
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(check, 50);
  timer.unref();
  check();
  return { peak: () => peak };
}
