/** Finds photographs in a watched folder whose names are not valid UTF-8: those cannot be opened by name, and would be passed over without a word. */
import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';

export interface InvalidNameFinder {
  /** Looks through one folder (not those below it); a folder that cannot be read is somebody else's to tell of. */
  scan(folder: string): Promise<void>;
}

/**
 * @param isCandidate whether a path may be a photograph, by its name (U+FFFD for what is not valid UTF-8)
 * @param onFound told a sentence about the names that one look has found, each name once
 */
export function createInvalidNameFinder(
  isCandidate: (path: string) => boolean,
  onFound: (message: MessageDescriptor) => void,
): InvalidNameFinder {
  const reported = new Set<string>();
  return {
    async scan(folder) {
      const names = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
      const found = names.filter((name) => {
        const id = `${folder}/${name.toString('hex')}`;
        if (isUtf8(name) || reported.has(id) || !isCandidate(join(folder, name.toString()))) return false;
        reported.add(id);
        return true;
      });
      const [first] = found;
      if (first === undefined) return;
      const named = { name: first.toString(), folder: basename(folder) };
      onFound(msg('intake.watch.misread', { ...named, count: found.length }));
    },
  };
}
