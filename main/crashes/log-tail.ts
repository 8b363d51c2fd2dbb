/** The end of a log. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const lines = 60;
const maxLineLength = 1000;
const readBytes = 32 * 1024;

/** At most 60 lines of at most 1000 characters; '' where there is no log. */
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
      return completeLines
        .slice(-lines)
        .map((line) => line.slice(0, maxLineLength))
        .join('\n');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
