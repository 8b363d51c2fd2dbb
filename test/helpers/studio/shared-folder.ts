/** Folders that a group shares, if this user may make one. */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';

/** A group that is not the one of new files; null if this user is in no other. */
export const otherGroup: number | null =
  process.getuid?.() === 0
    ? 4242
    : ((process.getgroups?.() ?? []).find((group) => group !== process.getegid?.()) ?? null);

/** Makes a folder whose group is given to everything made in it. */
export function makeSharedFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chownSync(path, -1, otherGroup ?? -1);
  chmodSync(path, 0o2775);
}
