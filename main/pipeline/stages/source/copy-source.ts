/** Brings the photograph of a job into its work folder: exactly the content that it was taken in for, or what was developed of that. */
import { chmod, constants, copyFile, lstat, rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { joinMessages, msg } from '../../../../contract/messages/message.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { pinnedFileAt } from '../../../imaging/container/pinned-files.ts';
import { pictureHash } from '../../../imaging/metadata/strip-metadata.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Job, NewJob } from '../../../store/index.ts';
import { diskJobError, jobError, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { heldHash } from '../work/kept-files.ts';
import { removeIfPresent } from '../work/work-folder.ts';
import { isDevelopedOf, replaceWithDeveloped } from './developed-source.ts';
import { saveSidecar } from './save-sidecar.ts';

/** What a photograph is known by. */
export type SourceContent = Pick<NewJob, 'contentHash' | 'pictureHash' | 'bytes' | 'width' | 'height'>;

/**
 * Copies the photograph (as a clone where the disk can), so that upload and result are made from one and the same content,
 * even when the file is changed or its card is taken out meanwhile.
 * @returns null; or what the file holds now, where that is not what the job was made for and nothing of that is kept
 * @throws StageEnd when it cannot be read or copied
 */
export async function copySource(
  given: Pick<Job, 'sourcePath' | 'contentHash' | 'photographId'>,
  context: Pick<StageContext, 'folder' | 'signal' | 'atRisk' | 'hold' | 'store'>,
): Promise<SourceContent | null> {
  const job = { ...given, sourcePath: await placeOf(given, context) };
  const { folder, atRisk } = context;
  const { source: to, part } = folder;
  const isKept = () => hasSourceCopy(job, context);
  const name = { name: basename(job.sourcePath) };
  try {
    // A pipe or a device in its place would be waited for in vain.
    if (!(await stat(job.sourcePath)).isFile()) throw Object.assign(new Error('no file'), { code: 'ENOENT' });
  } catch (error) {
    // Taken at an earlier try, and gone since.
    if (await isKept()) return null;
    const { code = '' } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
    const message = msg(isMissing ? 'pipeline.source.missing' : 'pipeline.source.unreadable', name);
    throw new StageEnd({
      kind: isMissing ? 'fail' : 'retry',
      error: jobError('input', isMissing ? 'SOURCE_MISSING' : code, message, 'replace-file'),
    });
  }
  try {
    // What a try that was killed has left of it.
    removeIfPresent(part);
    await copyFile(job.sourcePath, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // A copy has the permissions of its original, which others may be allowed to read.
    await chmod(part, 0o600);
  } catch (error) {
    const diskError = diskJobError(error);
    if (diskError === null) throw error;
    throw new StageEnd({
      kind: 'retry',
      error: { ...diskError, message: joinMessages(msg('pipeline.source.notCopied', name), diskError.message) },
    });
  }
  const held = await context.hold(part);
  const print = held === null ? await fingerprint(part) : { hash: held.hash, bytes: held.bytes.length };
  if (print?.hash === job.contentHash) {
    await saveSidecar(job, folder);
    await atRisk(() => replaceWithDeveloped(job, context));
    await rename(part, to);
    held?.moved(to);
    return null;
  }
  // What is at this path next is another file.
  held?.release();
  if (await isKept()) return null;
  // Whoever can put a link there may not be able to read what it leads to.
  if ((await lstat(job.sourcePath).catch(() => null))?.isSymbolicLink()) {
    removeIfPresent(part);
    const message = msg('pipeline.source.link', name);
    throw new StageEnd({ kind: 'fail', error: jobError('input', 'SOURCE_REPLACED', message, 'replace-file') });
  }
  const facts = await inspectImage(part, basename(job.sourcePath));
  const picture = facts.kind === 'image' ? await pictureHash(facts) : null;
  removeIfPresent(part);
  const { width, height } = facts.kind === 'image' ? facts : { width: 0, height: 0 };
  return { contentHash: print?.hash ?? '', pictureHash: picture, bytes: print?.bytes ?? 0, width, height };
}

/**
 * Whether the work folder has the photograph of a job, unchanged. It is not synced: after a power cut it may hold anything, and is
 * copied again.
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

/** Where its file is: where it was taken in, or where it has been found since. */
async function placeOf(
  { sourcePath, photographId }: Pick<Job, 'sourcePath' | 'photographId'>,
  { store }: Pick<StageContext, 'store'>,
): Promise<string> {
  const isThere = (path: string) =>
    stat(path)
      .then((entry) => entry.isFile())
      .catch(() => false);
  if (photographId === null || (await isThere(sourcePath))) return sourcePath;
  const [found] = store.filePlaces.originals([photographId]);
  const file = found?.foundPath == null ? null : await store.availability.locate(found.foundPath);
  return file?.state === 'here' ? file.path : sourcePath;
}
