import { readFileSync } from 'node:fs';

/** Watches the peak memory of a process until it ends. `peak` returns MB, or 0 on systems without `/proc`. */
export function watchMemory(pid: number): { peak(): number } {
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
