/** The XMP file beside a photograph, as Lightroom, Bridge, darktable and cameras' own programs leave it. */
import { lstat, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { readLimited } from '../../files/read-limited.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { foreignLabelName, labelColorByName } from './label-names.ts';
import { maxPacketBytes } from './parse-xmp.ts';
import { overlayXmpTexts, readXmpTexts, type XmpFacts, type XmpTexts, xmpFacts } from './read-xmp.ts';
import { runXmpWork } from './xmp-thread.ts';

/** Both ways of naming it: for the photograph, and for the shot. */
const namesOf = (path: string): string[] => {
  const stem = path.slice(0, path.length - extname(path).length);
  return [path, stem].flatMap((each) => [`${each}.xmp`, `${each}.XMP`]);
};

/** What the first one says that can be read; null where there is none. Never throws: a photograph does not fail for its sidecar. */
export async function readSidecar(path: string): Promise<XmpFacts | null> {
  const first = await firstOf(await namesThere(path));
  return first && xmpFacts(first.words);
}

/** `unread`: the name of the file beside the photograph that cannot be read. */
export interface SidecarFacts extends XmpFacts {
  readonly unread: string | null;
}

/** The same, and where it does not speak of something, what the photograph itself says. Never throws. */
export async function readWithSidecar(path: string, embedded: XmpTexts, canExist = true): Promise<SidecarFacts> {
  const names = canExist ? await namesThere(path) : [];
  const first = await firstOf(names);
  const unread = first === null ? await findUnreadableSidecar(names) : null;
  return { ...xmpFacts(overlayXmpTexts(first?.words ?? {}, embedded)), unread };
}

/**
 * Returns the bytes of the first readable sidecar, or null if there is none.
 * @param root folder that must contain it, links resolved; null: any folder
 * @throws UserFacingError if there is one that cannot be read, because a replacement would lose its data
 */
export async function readSidecarBytes(path: string, root: string | null = null): Promise<Buffer | null> {
  const names = await namesThere(path);
  const first = await firstOf(names, root);
  if (first !== null) return first.packet;
  const name = await findUnreadableSidecar(names);
  if (name === null) return null;
  throw new UserFacingError(msg('imaging.sidecar.unreadable', { name, photograph: basename(path) }));
}

/** The name of one that is there, where none of them can be read. */
async function findUnreadableSidecar(names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await isFileThere(name)) return basename(name);
  return null;
}

/** Those that there is something under, or may be: as a rule there are none. */
async function namesThere(path: string): Promise<string[]> {
  const names = namesOf(path);
  const presence = await Promise.all(names.map((name) => lstat(name).then(() => true, isInDoubt)));
  return names.filter((_, index) => presence[index]);
}

/** True also where it cannot be told: on a disk that gives no answer, or behind a link that leads to none, there may well be one. */
const isFileThere = (name: string): Promise<boolean> =>
  stat(name)
    .catch(() => lstat(name))
    .then((found) => found.isFile() || found.isSymbolicLink(), isInDoubt);

const isInDoubt = ({ code }: NodeJS.ErrnoException): boolean => code !== 'ENOENT' && code !== 'ENOTDIR';

async function firstOf(
  names: readonly string[],
  root: string | null = null,
): Promise<{ packet: Buffer; words: XmpTexts } | null> {
  for (const found of names) {
    const name = root === null ? found : await resolveInside(root, found).catch(() => null);
    if (name === null) continue;
    const packet = await packetIn(name).catch(() => null);
    const words = packet === null ? null : await textsOf(packet, name);
    if (packet !== null && words !== null) return { packet, words };
  }
  return null;
}

/** Null also if the thread that reads it ends: a photograph does not fail for its sidecar. */
const textsOf = (packet: Buffer, path: string): Promise<XmpTexts | null> =>
  runXmpWork('readTexts', { args: packet, packet, document: basename(path), work: readXmpTexts }).catch(() => null);

const packetIn = (path: string): Promise<Buffer | null> => readLimited(path, maxPacketBytes);

/** Stars, colour and flag as they are decided here, and the words of a label that has no colour here; null where it says nothing of them. */
export function decisionFromXmp(facts: XmpFacts | null) {
  if (facts === null) return null;
  const { rating, label, pick } = facts;
  const foreignLabel = foreignLabelName(label);
  const decision = { flag: pick ?? 0, stars: rating ?? 0, label: labelColorByName(label) } as const;
  if (foreignLabel !== '') return { ...decision, foreignLabel };
  return decision.flag === 0 && decision.stars === 0 && decision.label === 0 ? null : decision;
}
