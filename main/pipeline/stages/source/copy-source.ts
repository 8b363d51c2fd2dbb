/** Copies the job's content of a photograph, or its developed copy, into the work folder. */
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, open, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { joinMessages, msg } from '../../../../contract/messages/message.ts';
import { type Fingerprint, fingerprint } from '../../../files/content-hash.ts';
import { type PinnedFile, pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import { pictureHash } from '../../../imaging/metadata/strip-metadata.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Job, NewJob } from '../../../store/index.ts';
import { diskJobError, jobError, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { hashFile } from '../work/kept-files.ts';
import { moveIntoFolder } from '../work/work-folder.ts';
import { isDevelopedOf, replaceWithDeveloped } from './developed-source.ts';
import { saveSidecar } from './save-sidecar.ts';

export type SourceContent = Pick<NewJob, 'contentHash' | 'pictureHash' | 'bytes' | 'width' | 'height'>;

type SourceJob = Pick<Job, 'sourcePath' | 'contentHash' | 'photographId'>;
type CopyContext = Pick<StageContext, 'folder' | 'signal' | 'atRisk' | 'hold' | 'store'>;

/**
 * Clones the file if the disk can, so that upload and result have the same content even if it changes.
 * @returns the present content if it is another one and no copy is kept, else null
 * @throws StageEnd if it cannot be read or copied
 */
export async function copySource(given: SourceJob, context: CopyContext): Promise<SourceContent | null> {
  const { path, bytes, error } = await locateSource(given, context);
  const job = { ...given, sourcePath: path };
  if (error !== null) {
    // Copied by an earlier try.
    if (await hasSourceCopy(job, context)) return null;
    throw missingSource(path, error);
  }
  const { part } = context.folder;
  const content = await copyToPart(path, part, bytes);
  const held = await context.hold(part, content);
  const print = held === null ? await fingerprint(part) : { hash: held.hash, bytes: held.bytes.length };
  if (print?.hash === job.contentHash) {
    await acceptPart(job, held, context);
    return null;
  }
  // Another file follows at this path.
  held?.release();
  if (await hasSourceCopy(job, context)) return null;
  await rejectLink(path, part);
  return describePart(path, part, print);
}

interface LocatedSource {
  readonly path: string;
  readonly bytes: number;
  /** Null if it can be read. */
  readonly error: NodeJS.ErrnoException | null;
}

/** Falls back to the path at which the file was found later. */
async function locateSource(
  { sourcePath, photographId }: SourceJob,
  { store }: Pick<StageContext, 'store'>,
): Promise<LocatedSource> {
  const named = await lookUp(sourcePath);
  if (named.error === null || photographId === null) return named;
  const [found] = store.filePlaces.originals([photographId]);
  const file = found?.foundPath == null ? null : await store.availability.locate(found.foundPath);
  return file?.state === 'here' ? lookUp(file.path) : named;
}

/** Opening a FIFO or a device would block. */
async function lookUp(path: string): Promise<LocatedSource> {
  try {
    const entry = await stat(path);
    const error = entry.isFile() ? null : Object.assign(new Error('no file'), { code: 'ENOENT' });
    return { path, bytes: entry.size, error };
  } catch (error) {
    return { path, bytes: 0, error: error as NodeJS.ErrnoException };
  }
}

function missingSource(path: string, { code = '' }: NodeJS.ErrnoException): StageEnd {
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
  const message = msg(isMissing ? 'pipeline.source.missing' : 'pipeline.source.unreadable', { name: basename(path) });
  return new StageEnd({
    kind: isMissing ? 'fail' : 'retry',
    error: jobError('input', isMissing ? 'SOURCE_MISSING' : code, message, 'replace-file'),
  });
}

/** Larger files are cloned, which takes no memory. */
const maxReadBytes = 2 * 1024 * 1024;

/** Returns the content of a small file, which is read once for all stages. */
async function copyToPart(path: string, part: string, bytes: number): Promise<Buffer | undefined> {
  try {
    const content = bytes > maxReadBytes ? null : await readWithin(path, bytes);
    await (content === null ? clone(path, part) : write(content, part)).catch(async (error) => {
      if (error.code !== 'EEXIST') throw error;
      await rm(part);
      await (content === null ? clone(path, part) : write(content, part));
    });
    return content ?? undefined;
  } catch (error) {
    const diskError = diskJobError(error);
    if (diskError === null) throw error;
    const message = joinMessages(msg('pipeline.source.notCopied', { name: basename(path) }), diskError.message);
    throw new StageEnd({ kind: 'retry', error: { ...diskError, message } });
  }
}

/** Returns null if the file is larger. */
async function readWithin(path: string, bytes: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const content = Buffer.allocUnsafeSlow(bytes + 1);
    let done = 0;
    for (let read = 1; read > 0 && done < bytes; done += read)
      read = (await file.read(content, done, content.length - done, done)).bytesRead;
    return done > bytes ? null : content.subarray(0, done);
  } finally {
    await file.close();
  }
}

const write = (content: Buffer, part: string) => writeFile(part, content, { flag: 'wx', mode: 0o600 });

async function clone(path: string, part: string): Promise<void> {
  await copyFile(path, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  // The original may be readable for others.
  await chmod(part, 0o600);
}

async function acceptPart(job: SourceJob, held: PinnedFile | null, context: CopyContext): Promise<void> {
  const { folder } = context;
  await saveSidecar(job, folder);
  await replaceWithDeveloped(job, context);
  await moveIntoFolder(folder, folder.part, folder.source);
  held?.moved(folder.source);
}

/** The author of a link may not be allowed to read its target. @throws StageEnd */
async function rejectLink(path: string, part: string): Promise<void> {
  if (!(await lstat(path).catch(() => null))?.isSymbolicLink()) return;
  await rm(part);
  const message = msg('pipeline.source.link', { name: basename(path) });
  throw new StageEnd({ kind: 'fail', error: jobError('input', 'SOURCE_REPLACED', message, 'replace-file') });
}

async function describePart(path: string, part: string, print: Fingerprint | null): Promise<SourceContent> {
  const facts = await inspectImage(part, basename(path));
  const picture = facts.kind === 'image' ? await pictureHash(facts) : null;
  await rm(part);
  const { width, height } = facts.kind === 'image' ? facts : { width: 0, height: 0 };
  return { contentHash: print?.hash ?? '', pictureHash: picture, bytes: print?.bytes ?? 0, width, height };
}

/** The copy is not synced, so a power cut may damage it. */
export async function hasSourceCopy(
  { contentHash }: Pick<Job, 'contentHash'>,
  { folder, hold }: Pick<StageContext, 'folder' | 'hold'>,
): Promise<boolean> {
  if ((await hashFile(folder.source, { hold })) === contentHash) return true;
  if (await isDevelopedOf(contentHash, folder)) return true;
  pinnedFileAt(folder.source)?.release();
  return false;
}
