/** Reads the XMP sidecar of a photograph. */
import { lstat, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { readLimited } from '../../files/read-limited.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { maxPacketBytes } from './parse-xmp.ts';
import { overlayXmpTexts, readXmpTexts, type XmpFacts, type XmpTexts, xmpFacts } from './read-xmp.ts';
import { runXmpWork } from './xmp-thread.ts';

/** Names by the full file name and by its stem. */
const possiblePaths = (path: string): string[] => {
  const stem = path.slice(0, path.length - extname(path).length);
  return [path, stem].flatMap((each) => [`${each}.xmp`, `${each}.XMP`]);
};

/** Returns null without a readable sidecar. Never throws, because a bad sidecar must not fail a photograph. */
export async function readSidecar(path: string): Promise<XmpFacts | null> {
  const first = await readFirst(await findPaths(path));
  return first && xmpFacts(first.texts);
}

/** `unread`: name of an unreadable sidecar. */
export interface SidecarFacts extends XmpFacts {
  readonly unread: string | null;
}

/** Adds embedded facts to those of a sidecar. Never throws. */
export async function readWithSidecar(path: string, embedded: XmpTexts, canExist = true): Promise<SidecarFacts> {
  const names = canExist ? await findPaths(path) : [];
  const first = await readFirst(names);
  const unread = first === null ? await findUnreadableSidecar(names) : null;
  return { ...xmpFacts(overlayXmpTexts(first?.texts ?? {}, embedded)), unread };
}

/**
 * Returns the first readable sidecar, or null if none exists.
 * @param root folder that must contain it, links resolved
 * @throws UserFacingError if one is unreadable, because a replacement would lose its data
 */
export async function readSidecarBytes(path: string, root: string | null = null): Promise<Buffer | null> {
  const names = await findPaths(path);
  const first = await readFirst(names, root);
  if (first !== null) return first.packet;
  const name = await findUnreadableSidecar(names);
  if (name === null) return null;
  throw new UserFacingError(msg('imaging.sidecar.unreadable', { name, photograph: basename(path) }));
}

async function findUnreadableSidecar(names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await canBeFile(name)) return basename(name);
  return null;
}

/** Returns paths that exist or cannot be checked. */
async function findPaths(path: string): Promise<string[]> {
  const names = possiblePaths(path);
  const presence = await Promise.all(names.map((name) => lstat(name).then(() => true, isUncertain)));
  return names.filter((_, index) => presence[index]);
}

/** Also true if a disk does not respond or a link is broken. */
const canBeFile = (name: string): Promise<boolean> =>
  stat(name)
    .catch(() => lstat(name))
    .then((found) => found.isFile() || found.isSymbolicLink(), isUncertain);

const isUncertain = ({ code }: NodeJS.ErrnoException): boolean => code !== 'ENOENT' && code !== 'ENOTDIR';

async function readFirst(
  names: readonly string[],
  root: string | null = null,
): Promise<{ packet: Buffer; texts: XmpTexts } | null> {
  for (const found of names) {
    const name = root === null ? found : await resolveInside(root, found).catch(() => null);
    if (name === null) continue;
    const packet = await readPacket(name).catch(() => null);
    const texts = packet === null ? null : await textsOf(packet, name);
    if (packet !== null && texts !== null) return { packet, texts };
  }
  return null;
}

/** Returns null also if the thread ends. */
const textsOf = (packet: Buffer, path: string): Promise<XmpTexts | null> =>
  runXmpWork('readTexts', { args: packet, packet, document: basename(path), work: readXmpTexts }).catch(() => null);

const readPacket = (path: string): Promise<Buffer | null> => readLimited(path, maxPacketBytes);
