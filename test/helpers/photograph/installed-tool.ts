import { execFileSync } from 'node:child_process';

/** Returns the output of a program, or null if it is not installed. */
export function outputOf(command: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return null;
  }
}
