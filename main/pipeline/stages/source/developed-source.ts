/** Develops raw and HEIC photographs. All stages open the developed copy. */
import { constants, copyFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fingerprint } from '../../../files/content-hash.ts';
import { pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import type { Developed } from '../../../imaging/decode/image-facts.ts';
import { type ReadableFormat, sniff } from '../../../imaging/decode/sniff-format.ts';
import { workingCopy } from '../../../imaging/develop/raw-copy.ts';
import { ImagingError } from '../../../imaging/errors.ts';
import type { Job } from '../../../store/index.ts';
import { jobError, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { readNote, removeNote, type WorkFolder, writeNote } from '../work/work-folder.ts';

interface Note {
  /** SHA-256, hex. */
  readonly contentHash: string;
  readonly copyHash: string;
  readonly developed: Developed;
}

const noteName = 'developed.json';

/** Returns null for other photographs. */
export function readDevelopedInfo(folder: Pick<WorkFolder, 'path'>): Developed | null {
  return parseNote(folder)?.developed ?? null;
}

export async function isDevelopedOf(contentHash: string, folder: WorkFolder): Promise<boolean> {
  const note = parseNote(folder);
  return note?.contentHash === contentHash && (await fingerprint(folder.source))?.hash === note.copyHash;
}

function parseNote(folder: Pick<WorkFolder, 'path'>): Note | null {
  try {
    return JSON.parse(readNote(folder, noteName) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Replaces `folder.part` if it must be developed.
 * @throws StageEnd if that fails; the file system's error
 */
export async function replaceWithDeveloped(
  { sourcePath, contentHash }: Pick<Job, 'sourcePath' | 'contentHash'>,
  { folder, signal, atRisk, store: { settings } }: Pick<StageContext, 'folder' | 'signal' | 'atRisk' | 'store'>,
): Promise<void> {
  const { part } = folder;
  const name = basename(sourcePath);
  const sniffed = await sniff(part, name);
  if (sniffed.kind !== 'to-develop') {
    removeNote(folder, noteName);
    return;
  }
  const request = { path: part, format: sniffed.format, name, hash: contentHash, signal };
  const develop = () => workingCopy(request, settings.read().rawPreview);
  const copy = await atRisk(develop).catch((error: unknown) => {
    if (!(error instanceof ImagingError)) throw error;
    const isFile = error.code === 'UNUSABLE_FILE';
    const ending = jobError('input', error.code, error.sentence, isFile ? 'replace-file' : 'retry');
    throw new StageEnd({ kind: isFile ? 'fail' : 'retry', error: ending });
  });
  await rm(part);
  pinnedFileAt(part)?.release();
  await copyFile(copy.path, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const copyHash = (await fingerprint(part))?.hash ?? '';
  const note: Note = { contentHash, copyHash, developed: copy.developed };
  await writeNote(folder, noteName, JSON.stringify(note));
}

/** Returns the format of "auto": JPEG for lossy originals, although the copy is lossless. */
export function sourceFormatForAuto(format: ReadableFormat, from: Developed['from'] | null): ReadableFormat {
  return from === 'heic' || from === 'raw' ? 'jpeg' : format;
}
