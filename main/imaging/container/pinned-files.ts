/** Pinned files stay in memory while several functions use them, so that each is read and hashed once. */
import { hash, subtle } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';

export interface OpenFile {
  /** Only for a pinned file. */
  readonly bytes?: Buffer;
  stat(): Promise<{ readonly size: number }>;
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

export interface PinnedFile {
  readonly path: string;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: Buffer;
  /** Follows a renamed file. */
  moved(to: string): void;
  release(): void;
}

/** Limits per file and in total. Larger files are read in pieces. */
const maxPinnedFileBytes = 48 * 1024 * 1024;
const maxPinnedBytes = 128 * 1024 * 1024;

const pinnedFiles = new Map<string, PinnedFile>();
let pinnedBytes = 0;

/** Prevents blocking if the path is a FIFO. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Pins the file at `path`, and reads it unless `content` is given. Until `release`, this room uses these bytes, so the
 * file must not change.
 * @returns null if it is too large, pinned already, or unreadable
 */
export async function pinFile(path: string, content?: Buffer): Promise<PinnedFile | null> {
  if (pinnedFiles.has(path)) return null;
  if (content !== undefined) {
    const isTooLarge = content.length > maxPinnedFileBytes || pinnedBytes + content.length > maxPinnedBytes;
    return isTooLarge ? null : createPin(path, content, await sha256(content));
  }
  const file = await open(path, readFlags).catch(() => null);
  if (file === null) return null;
  let reserved = 0;
  try {
    const entry = await file.stat();
    if (!entry.isFile() || entry.size > maxPinnedFileBytes || pinnedBytes + entry.size > maxPinnedBytes) return null;
    // Reserve space against concurrent calls.
    reserved = entry.size;
    pinnedBytes += reserved;
    const bytes = await readAll(file, entry.size);
    const digest = await sha256(bytes);
    return pinnedFiles.has(path) ? null : createPin(path, bytes, digest);
  } catch {
    return null;
  } finally {
    pinnedBytes -= reserved;
    await file.close();
  }
}

/** One call is faster than `readFile`. */
async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done);
    done += bytesRead;
    if (bytesRead === 0 || done === size) return bytes.subarray(0, done);
  }
  return Buffer.concat([bytes, await file.readFile()]);
}

/** About a millisecond. */
const maxInlineHashBytes = 1024 * 1024;

async function sha256(bytes: Buffer): Promise<string> {
  if (bytes.length <= maxInlineHashBytes) return hash('sha256', bytes);
  return Buffer.from(await subtle.digest('SHA-256', bytes)).toString('hex');
}

function createPin(path: string, bytes: Buffer, digest: string): PinnedFile {
  let name = path;
  const register = (as: string) => {
    name = as;
    pinnedFiles.set(name, pin);
    pinnedBytes += bytes.length;
  };
  const pin: PinnedFile = {
    get path() {
      return name;
    },
    hash: digest,
    bytes,
    moved(to) {
      if (pinnedFiles.get(name) !== pin) return;
      pin.release();
      register(to);
    },
    release() {
      if (pinnedFiles.get(name) !== pin) return;
      pinnedFiles.delete(name);
      pinnedBytes -= bytes.length;
    },
  };
  register(path);
  return pin;
}

export function pinnedFileAt(path: string): PinnedFile | undefined {
  return pinnedFiles.get(path);
}

/** Opens a file for reading, from memory if pinned. @throws the file system's error */
export async function openFile(path: string): Promise<OpenFile> {
  const pinned = pinnedFiles.get(path);
  return pinned === undefined ? open(path) : new PinnedReader(pinned.bytes);
}

export async function bytesOfFile(path: string): Promise<Buffer> {
  return pinnedFiles.get(path)?.bytes ?? readFile(path);
}

class PinnedReader implements OpenFile {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  async stat(): Promise<{ readonly size: number }> {
    return { size: this.bytes.length };
  }

  async read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    return { bytesRead: this.bytes.copy(buffer, offset, position, position + length) };
  }

  async close(): Promise<void> {}
}
