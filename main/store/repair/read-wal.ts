/** The write-ahead log of a database, read frame by frame: what SQLite would take from it, and what it would silently leave out. */
import { readFileSync } from 'node:fs';
import { readSyncedFrames } from '../database/synced-frames.ts';

export interface Wal {
  readonly pageSize: number;
  /** The newest whole content of each page, as committed. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** What pages of frames that are not whole may hold. */
  readonly doubtful: readonly Buffer[];
  /** Something that was committed and synced is not read by SQLite any more. */
  readonly hasLost: boolean;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

interface Frame {
  readonly page: number;
  readonly isCommit: boolean;
  readonly data: Buffer;
  /** Its checksum is right, given that of the frame before. */
  readonly isValid: boolean;
}

/**
 * Reads the log of the database `file`. Returns null if the log is missing or empty. Frames after one that a power cut has taken are
 * left out, as SQLite does.
 * @param isLossKnown whether synced commits are known to be missing, so that frames after a damaged one count too
 */
export function readWal(file: string, isLossKnown = false): Wal | null {
  const bytes = readOrNull(`${file}-wal`);
  if (bytes === null || bytes.length < headerBytes) return null;
  const isBigEndian = (bytes.readUInt32BE(0) & 1) === 1;
  const sum = checksum(bytes.subarray(0, 24), [0, 0], isBigEndian);
  const isHeaderValid =
    (bytes.readUInt32BE(0) & ~1) >>> 0 === magic &&
    sum[0] === bytes.readUInt32BE(24) &&
    sum[1] === bytes.readUInt32BE(28);
  const pageSize = isHeaderValid ? bytes.readUInt32BE(8) : 4096;
  const salts = isHeaderValid ? bytes.subarray(16, 24) : saltsOf(bytes, pageSize);
  const frames = framesOf(bytes, pageSize, salts, isHeaderValid ? isBigEndian : null);

  // SQLite reads up to the last commit before the first frame that is not whole.
  const firstBad = isHeaderValid ? frames.findIndex(({ isValid }) => !isValid) : 0;
  const unbroken = firstBad < 0 ? frames : frames.slice(0, firstBad);
  const read = unbroken.findLastIndex(({ isCommit }) => isCommit) + 1;
  const last = frames.findLastIndex(({ isCommit }) => isCommit) + 1;
  const synced = readSyncedFrames(file);
  const hasLost = isLossKnown || (synced !== null && synced.salts === salts.toString('hex') && synced.frames > read);
  const pages = new Map<number, Buffer>();
  const doubtful: Buffer[] = [];
  for (const frame of frames.slice(0, hasLost ? last : read)) {
    if (frame.isValid) pages.set(frame.page, frame.data);
    else doubtful.push(frame.data);
  }
  return { pageSize, pages, doubtful, hasLost };
}

function framesOf(bytes: Buffer, pageSize: number, salts: Buffer, bigEndian: boolean | null): Frame[] {
  const frames: Frame[] = [];
  const size = frameHeaderBytes + pageSize;
  let before: [number, number] = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  for (let offset = headerBytes; offset + size <= bytes.length; offset += size) {
    const header = bytes.subarray(offset, offset + frameHeaderBytes);
    const data = bytes.subarray(offset + frameHeaderBytes, offset + size);
    const own: [number, number] = [header.readUInt32BE(16), header.readUInt32BE(20)];
    const matchesChecksum = (isBig: boolean) => {
      const sum = checksum(data, checksum(header.subarray(0, 8), before, isBig), isBig);
      return sum[0] === own[0] && sum[1] === own[1];
    };
    const isValid = bigEndian === null ? matchesChecksum(false) || matchesChecksum(true) : matchesChecksum(bigEndian);
    before = own;
    // What an earlier turn of the log left behind has other salts.
    if (!header.subarray(8, 16).equals(salts) && !isValid) {
      // A frame in the midst may be of this turn all the same, its header damaged.
      const next = bytes.subarray(offset + size + 8, offset + size + 16);
      if (!next.equals(salts)) break;
    }
    frames.push({ page: header.readUInt32BE(0), isCommit: header.readUInt32BE(4) !== 0, data, isValid });
  }
  return frames;
}

/** The salts of the first frames, where the header cannot be read: two of three have the right ones. */
function saltsOf(bytes: Buffer, pageSize: number): Buffer {
  const size = frameHeaderBytes + pageSize;
  const first = [0, 1, 2].map((index) =>
    bytes.subarray(headerBytes + index * size + 8, headerBytes + index * size + 16),
  );
  const [a, b, c] = first as [Buffer, Buffer, Buffer];
  return b.length === 8 && b.equals(c) ? b : a;
}

/** SQLite's checksum over words of 32 bits, going on from `start`. */
function checksum(bytes: Buffer, start: readonly [number, number], isBigEndian: boolean): [number, number] {
  let [first, second] = start;
  for (let offset = 0; offset + 8 <= bytes.length; offset += 8) {
    first = (first + (isBigEndian ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset)) + second) >>> 0;
    second = (second + (isBigEndian ? bytes.readUInt32BE(offset + 4) : bytes.readUInt32LE(offset + 4)) + first) >>> 0;
  }
  return [first, second];
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
