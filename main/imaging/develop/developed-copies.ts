/** Developed copies, kept for a while: a photograph is looked at, drawn small, drawn large and prepared, and developed once. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { msg } from '../../../contract/messages/message.ts';
import { syncContent } from '../../files/atomic-write.ts';
import { ImagingError } from '../errors.ts';
import type { CopyKind, Developed } from './developed-types.ts';
import { type Developer, openDeveloper } from './developer.ts';

export interface DevelopedCopy {
  /** Absolute; there for at least a minute. */
  readonly path: string;
  readonly developed: Developed;
}

export interface DevelopRequest {
  readonly path: string;
  readonly kind: CopyKind;
  /** The file's name in sentences. */
  readonly name: string;
  /** SHA-256 of the file, hex, where it is known already. */
  readonly hash?: string;
  readonly signal?: AbortSignal;
}

/** What copies may take on the disk, bytes: about 40 of 12 megapixels. */
const maxCopiesBytes = 1_500_000_000;
/** What was asked for within this time is left for whoever asked, ms. */
const graceMs = 60_000;
/** Grows with what decoders make of the same file. */
const edition = 2;

const folderKey = 'burnish.developed';

/** Where copies are kept, absolute: here and in every thread that is begun from now on. Else they go with the process. */
export function setCopiesFolder(folder: string): void {
  setEnvironmentData(folderKey, folder);
}

function copiesFolder(): string {
  const chosen = getEnvironmentData(folderKey);
  if (typeof chosen === 'string') return chosen;
  const own = mkdtempSync(join(tmpdir(), 'burnish-developed-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  setCopiesFolder(own);
  return own;
}

const developers = new Map<'picture' | 'sensor', Developer>();

/** What develops sensors has a thread of its own: lists wait for pictures. It grows to gigabytes, so each photograph has a new one. */
function developerOf(kind: CopyKind): Developer {
  const developerKind = kind === 'sensor' ? 'sensor' : 'picture';
  const made = developers.get(developerKind) ?? openDeveloper(developerKind === 'sensor' ? { pictures: 1 } : {});
  developers.set(developerKind, made);
  return made;
}

const underWay = new Map<string, Promise<DevelopedCopy>>();

/**
 * The copy of a file that the image library cannot open; by content, so that a file under another name has the same.
 * @throws ImagingError UNUSABLE_FILE where the file is to blame, DECODER_ENDED where it may be another time; the file system's error
 */
export async function developedCopy(request: DevelopRequest): Promise<DevelopedCopy> {
  const { signal } = request;
  const key = await keyOf(request);
  signal?.throwIfAborted();
  const pending = underWay.get(key);
  if (pending !== undefined) return pending;
  const made = findOrMake(key, request).finally(() => underWay.delete(key));
  underWay.set(key, made);
  return made;
}

/** The same where it is kept already; null where it would have to be made. @throws the file system's error */
export async function existingCopy(request: DevelopRequest): Promise<DevelopedCopy | null> {
  return find(await keyOf(request));
}

const keyOf = async ({ path, kind, hash }: DevelopRequest) => `${hash ?? (await knownHash(path))}-${kind}-${edition}`;
const placesOf = (key: string) => {
  const folder = copiesFolder();
  return { folder, copy: join(folder, `${key}.copy`), facts: join(folder, `${key}.json`) };
};

async function find(key: string): Promise<DevelopedCopy | null> {
  const { copy, facts } = placesOf(key);
  try {
    const now = new Date();
    await utimes(copy, now, now);
    return { path: copy, developed: JSON.parse(await readFile(facts, 'utf8')) as Developed };
  } catch {
    // It is not there, or not whole.
    return null;
  }
}

async function findOrMake(key: string, { path, kind, name }: DevelopRequest): Promise<DevelopedCopy> {
  const found = await find(key);
  if (found !== null) return found;
  const { folder, copy, facts } = placesOf(key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = join(folder, `${randomUUID()}.tmp`);
  try {
    // Without the signal of whoever asked first: another may wait for the same.
    const developed = await developerOf(kind).develop({ path, kind, name, to });
    await writeFile(facts, JSON.stringify(developed), { mode: 0o600 });
    // A copy is known by its name alone, which must not lead to half of it after a power cut.
    await syncContent(to);
    await rename(to, copy);
    await makeRoom(folder, copy);
    return { path: copy, developed };
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof ImagingError && error.code === 'UNUSABLE_FILE') throw error;
    const { bavail, bsize } = await statfs(folder);
    // The image library does not say why it could not write.
    if (bavail * bsize > 200_000_000) throw error;
    throw new ImagingError('DECODER_ENDED', msg('imaging.develop.noRoom', { name }), { cause: error });
  }
}

/** Lets those go that were not asked for longest. */
async function makeRoom(folder: string, but: string): Promise<void> {
  const now = Date.now();
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, age: now - mtimeMs };
    }),
  );
  let total = found.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, age } of found.sort((a, b) => b.age - a.age)) {
    if (total <= maxCopiesBytes || age < graceMs) return;
    if (path === but || !/\.(copy|tmp)$/.test(path)) continue;
    await rm(path, { force: true });
    await rm(path.replace(/copy$/, 'json'), { force: true });
    total -= size;
  }
}

/** Of files as they were when they were last read: a list asks for the same ones again and again. */
const hashes = new Map<string, string>();
const maxKnownHashes = 5000;

async function knownHash(path: string): Promise<string> {
  const { size, mtimeNs, ino } = await stat(path, { bigint: true });
  const mark = `${path}\0${size}\0${mtimeNs}\0${ino}`;
  const known = hashes.get(mark);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  const made = hash.digest('hex');
  if (hashes.size >= maxKnownHashes) hashes.clear();
  hashes.set(mark, made);
  return made;
}
