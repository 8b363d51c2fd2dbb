/** Folders shared by a group, if this user can create one. */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';

/** A group other than the default for new files; null if this user is in no other. */
export const otherGroup: number | null =
  process.getuid?.() === 0
    ? 4242
    : ((process.getgroups?.() ?? []).find((group) => group !== process.getegid?.()) ?? null);

/** Creates a folder that passes its group on to its contents. */
export function makeSharedFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chownSync(path, -1, otherGroup ?? -1);
  chmodSync(path, 0o2775);
}
