/** Copies the photograph of a job into its work folder: only the content it was added with, or its developed copy. */
import { chmod, constants, copyFile, lstat, rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { joinMessages, msg } from '../../../../contract/messages/message.ts';
import { type Fingerprint, fingerprint } from '../../../files/content-hash.ts';
import { type PinnedFile, pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import { pictureHash } from '../../../imaging/metadata/strip-metadata.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Job, NewJob } from '../../../store/index.ts';
import { diskJobError, jobError, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { heldHash } from '../work/kept-files.ts';
import { removeIfPresent } from '../work/work-folder.ts';
import { isDevelopedOf, replaceWithDeveloped } from './developed-source.ts';
import { saveSidecar } from './save-sidecar.ts';

/** Identity and size of a photograph's content. */
export type SourceContent = Pick<NewJob, 'contentHash' | 'pictureHash' | 'bytes' | 'width' | 'height'>;

type SourceJob = Pick<Job, 'sourcePath' | 'contentHash' | 'photographId'>;
type CopyContext = Pick<StageContext, 'folder' | 'signal' | 'atRisk' | 'hold' | 'store'>;

/**
 * Copies the photograph, as a clone if the disk can. Upload and result then have the same content, even if the file changes or
 * its card is removed.
 * @returns null; or the present content of the file, if that is not the job's and no earlier copy is kept
 * @throws StageEnd if it cannot be read or copied
 */
export async function copySource(given: SourceJob, context: CopyContext): Promise<SourceContent | null> {
  const { path, error } = await locateSource(given, context);
  const job = { ...given, sourcePath: path };
  if (error !== null) {
    // An earlier try has copied it.
    if (await hasSourceCopy(job, context)) return null;
    throw missingSource(path, error);
  }
  const { part } = context.folder;
  await copyToPart(path, part);
  const held = await context.hold(part);
  const print = held === null ? await fingerprint(part) : { hash: held.hash, bytes: held.bytes.length };
  if (print?.hash === job.contentHash) {
    await acceptPart(job, held, context);
    return null;
  }
  // The next file at this path is another one.
  held?.release();
  if (await hasSourceCopy(job, context)) return null;
  await rejectLink(path, part);
  return describePart(path, part, print);
}

interface LocatedSource {
  readonly path: string;
  /** The reason why no file can be read there, or null. */
  readonly error: NodeJS.ErrnoException | null;
}

/** Finds the photograph's file: at the path it was added from, else at the path where it has been found since. */
async function locateSource(
  { sourcePath, photographId }: SourceJob,
  { store }: Pick<StageContext, 'store'>,
): Promise<LocatedSource> {
  const error = await fileError(sourcePath);
  if (error === null || photographId === null) return { path: sourcePath, error };
  const [found] = store.filePlaces.originals([photographId]);
  const file = found?.foundPath == null ? null : await store.availability.locate(found.foundPath);
  if (file?.state !== 'here') return { path: sourcePath, error };
  return { path: file.path, error: await fileError(file.path) };
}

/** Returns why `path` is no regular file, or null. Opening a FIFO or a device would block. */
async function fileError(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    return (await stat(path)).isFile() ? null : Object.assign(new Error('no file'), { code: 'ENOENT' });
  } catch (error) {
    return error as NodeJS.ErrnoException;
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

async function copyToPart(path: string, part: string): Promise<void> {
  try {
    // A killed try may have left one.
    removeIfPresent(part);
    await copyFile(path, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // The copy has the permissions of its original, which other users may be allowed to read.
    await chmod(part, 0o600);
  } catch (error) {
    const diskError = diskJobError(error);
    if (diskError === null) throw error;
    const message = joinMessages(msg('pipeline.source.notCopied', { name: basename(path) }), diskError.message);
    throw new StageEnd({ kind: 'retry', error: { ...diskError, message } });
  }
}

/** Makes the copied file the source of the work folder, developed if it has to be. */
async function acceptPart(job: SourceJob, held: PinnedFile | null, context: CopyContext): Promise<void> {
  const { folder, atRisk } = context;
  await saveSidecar(job, folder);
  await atRisk(() => replaceWithDeveloped(job, context));
  await rename(folder.part, folder.source);
  held?.moved(folder.source);
}

/** Rejects a symbolic link to other content, because its author may not be allowed to read the target. @throws StageEnd */
async function rejectLink(path: string, part: string): Promise<void> {
  if (!(await lstat(path).catch(() => null))?.isSymbolicLink()) return;
  removeIfPresent(part);
  const message = msg('pipeline.source.link', { name: basename(path) });
  throw new StageEnd({ kind: 'fail', error: jobError('input', 'SOURCE_REPLACED', message, 'replace-file') });
}

async function describePart(path: string, part: string, print: Fingerprint | null): Promise<SourceContent> {
  const facts = await inspectImage(part, basename(path));
  const picture = facts.kind === 'image' ? await pictureHash(facts) : null;
  removeIfPresent(part);
  const { width, height } = facts.kind === 'image' ? facts : { width: 0, height: 0 };
  return { contentHash: print?.hash ?? '', pictureHash: picture, bytes: print?.bytes ?? 0, width, height };
}

/**
 * Whether the work folder has the photograph of a job, unchanged. The copy is not synced. If a power cut damages it, the
 * photograph is copied again.
 */
export async function hasSourceCopy(
  { contentHash }: Pick<Job, 'contentHash'>,
  { folder, hold }: Pick<StageContext, 'folder' | 'hold'>,
): Promise<boolean> {
  if ((await heldHash(folder.source, { hold })) === contentHash) return true;
  if (await isDevelopedOf(contentHash, folder)) return true;
  pinnedFileAt(folder.source)?.release();
  return false;
}
