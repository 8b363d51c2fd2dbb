/** The end of a log. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const maxLines = 60;
const readBytes = 32 * 1024;

/** Returns at most 60 lines, or '' if there is no log. */
export function readLogTail(logFile: string): string {
  try {
    const file = openSync(logFile, 'r');
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, readBytes));
      readSync(file, end, 0, end.length, size - end.length);
      const all = end.toString('utf8').trimEnd().split('\n');
      // The first may be a part of a line.
      const completeLines = end.length < size ? all.slice(1) : all;
      return completeLines.slice(-maxLines).join('\n');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
