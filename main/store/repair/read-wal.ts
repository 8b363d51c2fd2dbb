/** Reads a WAL with the frames that SQLite would silently ignore (https://sqlite.org/fileformat2.html, section 4). */
import { readFileSync } from 'node:fs';
import { readSyncedFrames } from '../database/synced-frames.ts';

export interface Wal {
  /** The newest committed content of each page. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** Pages of frames with wrong checksums. */
  readonly doubtful: readonly Buffer[];
  /** Whether SQLite ignores synced commits, because a frame is damaged. */
  readonly hasLostCommits: boolean;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

interface Frame {
  readonly page: number;
  readonly isCommit: boolean;
  readonly data: Buffer;
  /** Whether the checksum continues that of the frame before. */
  readonly isValid: boolean;
}

/**
 * Returns null if the WAL of `file` is missing or empty. Like SQLite, leaves out frames after one that a power cut has
 * taken.
 * @param isLossKnown whether synced commits are missing, so that frames after an invalid one count too
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
  const salts = isHeaderValid ? bytes.subarray(16, 24) : guessSalts(bytes, pageSize);
  const frames = parseFrames(bytes, pageSize, salts, isHeaderValid ? isBigEndian : null);

  // SQLite reads up to the last commit before the first invalid frame.
  const firstInvalid = isHeaderValid ? frames.findIndex(({ isValid }) => !isValid) : 0;
  const validFrames = firstInvalid < 0 ? frames : frames.slice(0, firstInvalid);
  const readCount = validFrames.findLastIndex(({ isCommit }) => isCommit) + 1;
  const committedCount = frames.findLastIndex(({ isCommit }) => isCommit) + 1;
  const synced = readSyncedFrames(file);
  const hasLostCommits =
    isLossKnown || (synced !== null && synced.salts === salts.toString('hex') && synced.frames > readCount);
  const pages = new Map<number, Buffer>();
  const doubtful: Buffer[] = [];
  for (const frame of frames.slice(0, hasLostCommits ? committedCount : readCount)) {
    if (frame.isValid) pages.set(frame.page, frame.data);
    else doubtful.push(frame.data);
  }
  return { pages, doubtful, hasLostCommits };
}

function parseFrames(bytes: Buffer, pageSize: number, salts: Buffer, bigEndian: boolean | null): Frame[] {
  const frames: Frame[] = [];
  const size = frameHeaderBytes + pageSize;
  let previousSum: [number, number] = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)];
  for (let offset = headerBytes; offset + size <= bytes.length; offset += size) {
    const header = bytes.subarray(offset, offset + frameHeaderBytes);
    const data = bytes.subarray(offset + frameHeaderBytes, offset + size);
    const frameSum: [number, number] = [header.readUInt32BE(16), header.readUInt32BE(20)];
    const matchesChecksum = (isBig: boolean) => {
      const sum = checksum(data, checksum(header.subarray(0, 8), previousSum, isBig), isBig);
      return sum[0] === frameSum[0] && sum[1] === frameSum[1];
    };
    const isValid = bigEndian === null ? matchesChecksum(false) || matchesChecksum(true) : matchesChecksum(bigEndian);
    previousSum = frameSum;
    // Frames before the last restart have other salts.
    if (!header.subarray(8, 16).equals(salts) && !isValid) {
      // Before a current frame, only the header is damaged.
      const next = bytes.subarray(offset + size + 8, offset + size + 16);
      if (!next.equals(salts)) break;
    }
    frames.push({ page: header.readUInt32BE(0), isCommit: header.readUInt32BE(4) !== 0, data, isValid });
  }
  return frames;
}

/** Returns the salts of most of the first three frames, for a WAL with a damaged header. */
function guessSalts(bytes: Buffer, pageSize: number): Buffer {
  const size = frameHeaderBytes + pageSize;
  const first = [0, 1, 2].map((index) =>
    bytes.subarray(headerBytes + index * size + 8, headerBytes + index * size + 16),
  );
  const [a, b, c] = first as [Buffer, Buffer, Buffer];
  return b.length === 8 && b.equals(c) ? b : a;
}

/** Continues SQLite's checksum over 32-bit words from `start`. */
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
