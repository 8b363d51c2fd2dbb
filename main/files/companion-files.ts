/** Files that belong to a photograph by their name and are copied or moved along with it: data about it, voice memos. */
import { parse } from 'node:path';

/** Data about a photograph, written by programs and cameras. */
const sidecar = /\.(xmp|aae|thm)$/i;
/** Voice memos of cameras. */
const voiceMemo = /\.(wav|mp3|m4a|aac)$/i;

export const isSidecarName = (name: string): boolean => sidecar.test(name);
/** Whether a file of that name may belong to a photograph. */
export const isCompanionName = (name: string): boolean => sidecar.test(name) || voiceMemo.test(name);

/**
 * Returns a function that finds the owners of a companion by name: "IMG_1.CR3" for "IMG_1.CR3.xmp", else every "IMG_1" for "IMG_1.xmp".
 * An owner with the same case takes precedence, because some disks distinguish case.
 * @param names of the other files in its folder
 */
export function createOwnerFinder(names: readonly string[]): (companion: string) => readonly string[] {
  const stemOf = (name: string) => parse(name).name;
  const lower = (name: string) => name.toLowerCase();
  const groups = [
    Map.groupBy(names, (name) => name),
    Map.groupBy(names, lower),
    Map.groupBy(names, stemOf),
    Map.groupBy(names, (name) => lower(stemOf(name))),
  ] as const;
  return (companion) => {
    const base = stemOf(companion);
    const [exact, folded, stem, foldedStem] = groups;
    return exact.get(base) ?? folded.get(lower(base)) ?? stem.get(base) ?? foldedStem.get(lower(base)) ?? [];
  };
}

/**
 * Returns a function that maps the name of a file to the key of its shot. Case is ignored, unless the folder has a name in two cases
 * ("IMG.jpg" and "img.jpg").
 */
export function createShotKey(names: readonly string[]): (name: string) => string {
  const stemOf = (name: string) => name.slice(0, name.length - parse(name).ext.length);
  const caseSensitive = new Set<string>();
  for (const [name, same] of Map.groupBy(new Set(names), (each) => each.toLowerCase()))
    if (same.length > 1) caseSensitive.add(stemOf(name).toLowerCase());
  return (name) => {
    const stem = stemOf(name);
    return caseSensitive.has(stem.toLowerCase()) ? stem : stem.toLowerCase();
  };
}
