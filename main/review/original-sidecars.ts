/** The XMP files of an original go where it goes. */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import { isSameFile, isTaken, reserveAndRename, secondName } from '../pipeline/output/target-file.ts';

/**
 * "IMG_1.CR3.xmp", and "IMG_1.xmp" unless another photograph of that name stays; never over anything.
 * @param from where the original was, absolute @param to where it is
 */
export async function moveSidecars(from: string, to: string): Promise<void> {
  const names = await readdir(dirname(from)).catch(() => []);
  const { name: stem, base } = parse(from);
  const isOf = (name: string, what: string) => name.toLowerCase() === `${what}.xmp`.toLowerCase();
  const isShared = names.some((name) => parse(name).name.toLowerCase() === stem.toLowerCase() && !isOf(name, stem));
  for (const name of names) {
    const newStem = basename(to, extname(to));
    const wanted = isOf(name, base) ? basename(to) : isOf(name, stem) && !isShared ? newStem : null;
    if (wanted !== null) await move(join(dirname(from), name), join(dirname(to), wanted + extname(name)));
  }
}

async function move(from: string, to: string): Promise<void> {
  // What a kill left between its two names.
  if (await isSameFile(from, to)) return rm(from, { force: true });
  if (await isTaken(to)) return;
  const given = await secondName(from, to);
  if (given === 'given') await rm(from, { force: true });
  else if (given === 'impossible') await reserveAndRename(from, to);
}
