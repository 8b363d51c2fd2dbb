/** A path as all stations of a studio know it, and as it stands in texts: where a share is mounted, each station knows for itself. */

import path from 'node:path';
import { isDeviceName } from '../../../contract/recipes/naming.ts';
import { shareNameSchema } from '../../../contract/studio/studio.ts';
import { maxPathLength } from '../../../contract/validation/path-grant.ts';
import { controlCharacters } from '../../../contract/validation/unsafe-characters.ts';

export interface SharedPath {
  readonly share: string;
  /** Composed (NFC), with `/` between its parts; '' = the share's own folder. */
  readonly path: string;
}

const scheme = 'share://';

/** As it stands inside a recipe in the database: `share://name/a/b.jpg`. Each path has one such text. */
export function toShareUri({ share, path }: SharedPath): string {
  return `${scheme}${encodeURIComponent(share)}/${path}`;
}

/** The path that `toShareUri` wrote; null for any other text. */
export function parseShareUri(text: string): SharedPath | null {
  const [, name, path] = /^share:\/\/([^/]+)\/(.*)$/su.exec(text) ?? [];
  if (name === undefined || path === undefined) return null;
  const share = decoded(name);
  if (share === null || shareNameSchema.safeParse(share).data !== share || !isPortablePath(path)) return null;
  const shared = { share, path };
  return toShareUri(shared) === text ? shared : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * True where every station can have such a path below a share, whatever its system: none of its parts leads up, stands for a drive,
 * a device or a stream of a file, or becomes another one where Windows drops dots and blanks at its end.
 */
export function isPortablePath(shared: string): boolean {
  if (shared === '') return true;
  return (
    shared.length <= maxPathLength && shared === shared.normalize('NFC') && shared.split('/').every(isSharablePart)
  );
}

/**
 * The path below a share's folder on this system, by its name alone.
 * @param shared portable
 * @param system how paths are written: another system's in tests
 * @throws if `shared` is not portable
 */
export function toSystemPath(folder: string, shared: string, system: path.PlatformPath = path): string {
  if (!isPortablePath(shared)) throw new Error(`not a path below a share: ${shared}`);
  return system.join(folder, ...shared.split('/'));
}

function isSharablePart(part: string): boolean {
  return !/[\\:]|[. ]$|^$/.test(part) && part.search(controlCharacters) < 0 && !isDeviceName(part);
}
