/** Counts a folder's camera raw files, which are told as one refusal for each kind: a card holds hundreds. */
import { basename, extname } from 'node:path';
import { msg } from '../../contract/messages/message.ts';
import type { RejectedPath } from './add-photographs.ts';
import { displayName } from './path-kind.ts';

export interface RawFiles {
  add(path: string): void;
  /** @param folder the folder they are in, or below */
  refusals(folder: string): RejectedPath[];
}

export function rawFiles(): RawFiles {
  const kinds = new Map<string, { readonly first: string; count: number }>();
  return {
    add(path) {
      const kind = extname(path).slice(1).toUpperCase();
      const known = kinds.get(kind);
      if (known) known.count += 1;
      else kinds.set(kind, { first: path, count: 1 });
    },
    refusals: (folder) =>
      [...kinds].map(([kind, { first, count }]) =>
        count === 1
          ? { path: first, message: msg('intake.raw.one', { name: basename(first) }) }
          : { path: folder, message: msg('intake.raw.many', { count, kind, folder: displayName(folder) }) },
      ),
  };
}
