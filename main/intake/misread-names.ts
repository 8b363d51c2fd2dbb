/** Finds photographs in a watched folder whose names are not valid UTF-8: those cannot be opened by name, and would be passed over without a word. */
import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { misread } from './path-kind.ts';

export interface MisreadNames {
  /** Looks through one folder (not those below it); a folder that cannot be read is somebody else's to tell of. */
  lookThrough(folder: string): Promise<void>;
}

/**
 * @param isCandidate whether a path may be a photograph, by its name (U+FFFD for what is not valid UTF-8)
 * @param onFound told a sentence, once for each name
 */
export function misreadNames(isCandidate: (path: string) => boolean, onFound: (message: string) => void): MisreadNames {
  const told = new Set<string>();
  return {
    async lookThrough(folder) {
      const names = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
      for (const name of names) {
        if (isUtf8(name)) continue;
        const path = join(folder, name.toString());
        const id = `${folder}/${name.toString('hex')}`;
        if (told.has(id) || !isCandidate(path)) continue;
        told.add(id);
        onFound(misread(path));
      }
    },
  };
}
