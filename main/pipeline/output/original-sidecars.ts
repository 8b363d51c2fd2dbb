/** Finds files that move along with an original: XMP, voice memos. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import { createOwnerFinder, isCompanionName } from '../../files/companion-files.ts';
import { fingerprint } from '../../files/content-hash.ts';
import type { MovedFile } from '../../store/index.ts';

/** Finds "IMG_1.CR3.xmp", and "IMG_1.xmp" unless another "IMG_1" file stays. */
export async function findSidecars(from: string, to: string): Promise<MovedFile[]> {
  const names = await readdir(dirname(from)).catch(() => []);
  const { base } = parse(from);
  const others = names.filter((name) => !isCompanionName(name) && name !== base);
  const ownersOf = createOwnerFinder([...others, base]);
  const sidecars: MovedFile[] = [];
  for (const name of names.filter(isCompanionName)) {
    const owners = ownersOf(name);
    if (owners.length > 1 || owners[0] !== base) continue;
    const isOfWholeName = parse(name).name.toLowerCase() === base.toLowerCase();
    const wanted = (isOfWholeName ? basename(to) : parse(to).name) + extname(name);
    const path = join(dirname(from), name);
    const print = await fingerprint(path);
    if (print !== null) sidecars.push({ from: path, to: join(dirname(to), wanted), hash: print.hash });
  }
  return sidecars;
}
