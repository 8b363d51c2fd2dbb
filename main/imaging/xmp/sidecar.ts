/** The XMP file beside a photograph, as Lightroom, Bridge, darktable and cameras' own programs leave it. */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { SaidError, say } from '../../../preload/contract/sentence.ts';
import { labelNames } from './decided.ts';
import { mostPacketBytes } from './outline.ts';
import { readXmp, type XmpFacts } from './read.ts';

/** Both ways of naming it: for the photograph, and for the shot. */
const namesOf = (path: string): string[] => {
  const stem = path.slice(0, path.length - extname(path).length);
  return [path, stem].flatMap((each) => [`${each}.xmp`, `${each}.XMP`]);
};

/** What the first one says that can be read; null where there is none. Never throws: a photograph does not fail for its sidecar. */
export async function readSidecar(path: string): Promise<XmpFacts | null> {
  return (await firstOf(path))?.facts ?? null;
}

/**
 * The same one as it is, byte for byte; null where there is none.
 * @throws SaidError where there is one that cannot be read: what takes its place would be without all that it says
 */
export async function sidecarOf(path: string): Promise<Buffer | null> {
  const first = await firstOf(path);
  if (first !== null) return first.packet;
  for (const name of namesOf(path)) {
    if (!(await isFileThere(name))) continue;
    throw new SaidError(say('imaging.sidecar.unreadable', { name: basename(name), photograph: basename(path) }));
  }
  return null;
}

/** True also where it cannot be told: on a disk that gives no answer there may well be one. */
const isFileThere = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isFile(),
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );

async function firstOf(path: string): Promise<{ packet: Buffer; facts: XmpFacts } | null> {
  for (const name of namesOf(path)) {
    const packet = await packetIn(name).catch(() => null);
    const facts = packet === null ? null : readXmp(packet);
    if (packet !== null && facts !== null) return { packet, facts };
  }
  return null;
}

async function packetIn(path: string): Promise<Buffer | null> {
  const found = await stat(path);
  return found.isFile() && found.size <= mostPacketBytes ? readFile(path) : null;
}

/** Stars, colour and flag as they are decided here; null where it says nothing of them. A label of another name has no colour here. */
export function decisionIn(facts: XmpFacts | null) {
  if (facts === null) return null;
  const { rating, label, pick } = facts;
  const named = labelNames.findIndex((name) => name !== null && name.toLowerCase() === label?.toLowerCase());
  const decision = { flag: pick ?? 0, stars: rating ?? 0, label: Math.max(0, named) } as const;
  return decision.flag === 0 && decision.stars === 0 && decision.label === 0 ? null : decision;
}
