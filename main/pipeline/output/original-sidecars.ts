/** The XMP files of an original, which go where it goes. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import { fingerprint } from '../../files/content-hash.ts';
import type { MovedFile } from '../../store/index.ts';

/**
 * Finds "IMG_1.CR3.xmp", and "IMG_1.xmp" unless another photograph of that name stays.
 * @param from where the original is, absolute @param to where it goes
 */
export async function findSidecars(from: string, to: string): Promise<MovedFile[]> {
  const names = await readdir(dirname(from)).catch(() => []);
  const { name: stem, base } = parse(from);
  const isOf = (name: string, baseName: string) => name.toLowerCase() === `${baseName}.xmp`.toLowerCase();
  const isShared = names.some(
    (name) => name !== base && parse(name).name.toLowerCase() === stem.toLowerCase() && !isOf(name, stem),
  );
  const newStem = basename(to, extname(to));
  const sidecars: MovedFile[] = [];
  for (const name of names) {
    const wanted = isOf(name, base) ? basename(to) : isOf(name, stem) && !isShared ? newStem : null;
    if (wanted === null) continue;
    const path = join(dirname(from), name);
    const print = await fingerprint(path);
    if (print !== null) sidecars.push({ from: path, to: join(dirname(to), wanted + extname(name)), hash: print.hash });
  }
  return sidecars;
}
