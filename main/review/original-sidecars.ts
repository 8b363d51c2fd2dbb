/** The XMP files of an original go where it goes. */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import { isSameFile, isTaken, linkAs, reserveAndRename } from '../pipeline/output/target-file.ts';

/** Moves them, never over anything. @param from where the original was, absolute @param to where it is */
export async function moveSidecars(from: string, to: string): Promise<void> {
  for (const [own, wanted] of await sidecarsOf(from, to)) await move(own, wanted);
}

/** True where one of them could not go along, since another file is called so there. */
export async function isSidecarNameTaken(from: string, to: string): Promise<boolean> {
  for (const [own, wanted] of await sidecarsOf(from, to))
    if ((await isTaken(wanted)) && !(await isSameFile(own, wanted))) return true;
  return false;
}

/** "IMG_1.CR3.xmp", and "IMG_1.xmp" unless another photograph of that name stays: where each is, and where it goes. */
async function sidecarsOf(from: string, to: string): Promise<(readonly [string, string])[]> {
  const names = await readdir(dirname(from)).catch(() => []);
  const { name: stem, base } = parse(from);
  const isOf = (name: string, baseName: string) => name.toLowerCase() === `${baseName}.xmp`.toLowerCase();
  const isShared = names.some(
    (name) => name !== base && parse(name).name.toLowerCase() === stem.toLowerCase() && !isOf(name, stem),
  );
  const newStem = basename(to, extname(to));
  return names.flatMap((name) => {
    const wanted = isOf(name, base) ? basename(to) : isOf(name, stem) && !isShared ? newStem : null;
    return wanted === null ? [] : [[join(dirname(from), name), join(dirname(to), wanted + extname(name))] as const];
  });
}

async function move(from: string, to: string): Promise<void> {
  // What a kill left between its two names.
  if (await isSameFile(from, to)) return rm(from, { force: true });
  if (await isTaken(to)) return;
  const given = await linkAs(from, to);
  if (given === 'given') await rm(from, { force: true });
  else if (given === 'impossible') await reserveAndRename(from, to);
}
