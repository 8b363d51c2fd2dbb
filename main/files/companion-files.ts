/** Sidecars and voice memos, which accompany a photograph. */
import { parse } from 'node:path';

const sidecar = /\.(xmp|aae|thm)$/i;
const voiceMemo = /\.(wav|mp3|m4a|aac)$/i;

export const isSidecarName = (name: string): boolean => sidecar.test(name);
export const isCompanionName = (name: string): boolean => sidecar.test(name) || voiceMemo.test(name);

/** Finds "IMG_1.CR3" for "IMG_1.CR3.xmp", else every "IMG_1" for "IMG_1.xmp", preferably in the same case. */
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

/** Maps a name to the key of its shot. Case counts only for names in two cases. */
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
