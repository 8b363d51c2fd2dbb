/** Kinds of entry that can have the name of a result, and a check that such an entry is unchanged. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Functions that create an entry at `path`, by description; links lead to `photograph`. */
export const entryKinds: Readonly<Record<string, (path: string, photograph: string) => void>> = {
  'a photograph': (path) => writeFileSync(path, 'mine'),
  'a link to a photograph': (path, photograph) => symlinkSync(photograph, path),
  'a link that leads nowhere': (path) => symlinkSync('nowhere', path),
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a folder': (path) => void mkdirSync(path),
};

/** Describes the entry at a path itself, without following links or reading pipes. */
export function entryAt(path: string): string {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return entry.isFile() ? `file ${readFileSync(path, 'latin1')}` : `${entry.isFIFO()} ${entry.isDirectory()}`;
}
