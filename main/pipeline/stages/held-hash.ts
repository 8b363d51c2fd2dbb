/** The hash of a file of the work folder, which is read once for this and for the work on it. */
import { fingerprint } from '../../files/content-hash.ts';
import { pinnedFileAt } from '../../imaging/container/pinned-files.ts';
import type { StageContext } from './stage-types.ts';

/** SHA-256, hex; null if there is no such file. */
export async function heldHash(path: string, { hold }: Pick<StageContext, 'hold'>): Promise<string | null> {
  const held = pinnedFileAt(path) ?? (await hold(path));
  return held?.hash ?? (await fingerprint(path))?.hash ?? null;
}
