/** Cache of developed copies for list, loupe and queue. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { msg } from '../../../contract/messages/message.ts';
import { syncContent } from '../../files/atomic-write.ts';
import type { Developed } from '../decode/image-facts.ts';
import { ImagingError } from '../errors.ts';
import type { CopyKind } from './developed-types.ts';
import { type Developer, openDeveloper } from './developer.ts';

export interface DevelopedCopy {
  /** Exists for at least a minute. */
  readonly path: string;
  readonly developed: Developed;
}

export interface DevelopRequest {
  readonly path: string;
  readonly kind: CopyKind;
  /** For messages. */
  readonly name: string;
  /** SHA-256, hex, if known. */
  readonly hash?: string;
  readonly signal?: AbortSignal;
}

/** About 40 copies of 12 megapixels. */
const maxCopiesBytes = 1_500_000_000;
/** Copies used since then stay. */
const minAgeMs = 60_000;
/** For changes of decoders. */
const cacheVersion = 2;

const folderKey = 'burnish.developed';

/** For this and later threads. By default, copies are removed at exit. */
export function setCopiesFolder(folder: string): void {
  setEnvironmentData(folderKey, folder);
}

function copiesFolder(): string {
  const chosen = getEnvironmentData(folderKey);
  if (typeof chosen === 'string') return chosen;
  const folder = mkdtempSync(join(tmpdir(), 'burnish-developed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  setCopiesFolder(folder);
  return folder;
}

const developers = new Map<'picture' | 'sensor', Developer>();

/**
 * Sensors have a separate thread, so that lists need not wait. It grows to gigabytes, so each photograph gets a new
 * one.
 */
function developerOf(kind: CopyKind): Developer {
  const developerKind = kind === 'sensor' ? 'sensor' : 'picture';
  const developer =
    developers.get(developerKind) ?? openDeveloper(developerKind === 'sensor' ? { maxPictures: 1 } : {});
  developers.set(developerKind, developer);
  return developer;
}

const pendingCopies = new Map<string, Promise<DevelopedCopy>>();

/**
 * Returns a copy by content.
 * @throws ImagingError UNUSABLE_FILE, or DECODER_ENDED if a retry may succeed; the file system's error
 */
export async function developedCopy(request: DevelopRequest): Promise<DevelopedCopy> {
  const { signal } = request;
  const key = await keyOf(request);
  signal?.throwIfAborted();
  const pending = pendingCopies.get(key);
  if (pending !== undefined) return pending;
  const copy = findOrMake(key, request).finally(() => pendingCopies.delete(key));
  pendingCopies.set(key, copy);
  return copy;
}

/** Returns null if it does not exist. @throws the file system's error */
export async function existingCopy(request: DevelopRequest): Promise<DevelopedCopy | null> {
  return findCopy(await keyOf(request));
}

const keyOf = async ({ path, kind, hash }: DevelopRequest) => `${hash ?? (await hashOf(path))}-${kind}-${cacheVersion}`;
const pathsOf = (key: string) => {
  const folder = copiesFolder();
  return { folder, copy: join(folder, `${key}.copy`), facts: join(folder, `${key}.json`) };
};

async function findCopy(key: string): Promise<DevelopedCopy | null> {
  const { copy, facts } = pathsOf(key);
  try {
    const now = new Date();
    await utimes(copy, now, now);
    return { path: copy, developed: JSON.parse(await readFile(facts, 'utf8')) as Developed };
  } catch {
    // Missing or incomplete.
    return null;
  }
}

async function findOrMake(key: string, { path, kind, name }: DevelopRequest): Promise<DevelopedCopy> {
  const found = await findCopy(key);
  if (found !== null) return found;
  const { folder, copy, facts } = pathsOf(key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = join(folder, `${randomUUID()}.tmp`);
  try {
    // Ignore the caller's signal, because others may wait for the copy.
    const developed = await developerOf(kind).develop({ path, kind, name, to });
    await writeFile(facts, JSON.stringify(developed), { mode: 0o600 });
    // Only complete copies may have this name, even after a power cut.
    await syncContent(to);
    await rename(to, copy);
    await removeOldCopies(folder, copy);
    return { path: copy, developed };
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof ImagingError && error.code === 'UNUSABLE_FILE') throw error;
    const { bavail, bsize } = await statfs(folder);
    // Failed writes have no error code.
    if (bavail * bsize > 200_000_000) throw error;
    throw new ImagingError('DECODER_ENDED', msg('imaging.develop.noRoom', { name }), { cause: error });
  }
}

async function removeOldCopies(folder: string, keptPath: string): Promise<void> {
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
    if (total <= maxCopiesBytes || age < minAgeMs) return;
    if (path === keptPath || !/\.(copy|tmp)$/.test(path)) continue;
    await rm(path, { force: true });
    await rm(path.replace(/copy$/, 'json'), { force: true });
    total -= size;
  }
}

/** Hashes by file status. */
const hashes = new Map<string, string>();
const maxKnownHashes = 5000;

async function hashOf(path: string): Promise<string> {
  const { size, mtimeNs, ino } = await stat(path, { bigint: true });
  const fileKey = `${path}\0${size}\0${mtimeNs}\0${ino}`;
  const cached = hashes.get(fileKey);
  if (cached !== undefined) return cached;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  const digest = hash.digest('hex');
  if (hashes.size >= maxKnownHashes) hashes.clear();
  hashes.set(fileKey, digest);
  return digest;
}
