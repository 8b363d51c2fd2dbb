/** Versions made by hand: saved at full size, recovered after a crash, and removed. */
import { statfs } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { siblingName } from '../../../contract/recipes/naming.ts';
import type { TouchUpEdit } from '../../../contract/touch-up/touch-up.ts';
import { hasContent } from '../../files/content-hash.ts';
import { displayPath } from '../../files/stored-path.ts';
import { checkOutputs } from '../../imaging/check/check-outputs.ts';
import type { placeSibling } from '../../pipeline/output/place-sibling.ts';
import { type Store, troubleOf, type VersionDecision, type WrittenFile } from '../../store/index.ts';
import { moveToTrash } from '../actions/trash-results.ts';
import { checkTouchUp, locateTouchUpFiles } from './touch-up-eligibility.ts';
import type { TouchWork } from './touch-up-thread.ts';

export interface VersionContext {
  readonly store: Store;
  readonly make: TouchWork['make'];
  readonly place: typeof placeSibling;
  /** Absent if the system has none. */
  readonly trash?: ((path: string) => Promise<void>) | undefined;
  readonly notifyUser: (message: MessageDescriptor) => void;
}

export interface SavedVersion {
  readonly id: number;
  readonly name: string;
}

/** With less space, any error counts as a full disk, because sharp does not report the reason. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * Saves a new version, always made from the service's result. Its file is recorded before it is placed, its row follows.
 * @throws UserFacingError, with nothing left; the signal's reason
 */
export async function saveVersion(
  id: number,
  touch: TouchUpEdit,
  context: VersionContext,
  signal: AbortSignal,
): Promise<SavedVersion> {
  const { store } = context;
  const { source, kind, quality } = checkTouchUp(store, id);
  const { own } = source;
  const name = basename(displayPath(own.path));
  if (touch.by !== kind) throw new UserFacingError(msg('review.touch.notThis', { name }));
  const files = await locateTouchUpFiles(store, source);
  const scratch = await store.scratch.make('touching');
  const to = scratch.path;
  try {
    const made = await context.make({ ...files, box: own.box, touch, quality, to }, signal).catch(async (error) => {
      if (error instanceof UserFacingError || signal.aborted || !(await isDiskFull(to))) throw error;
      throw new UserFacingError(msg('review.touch.noRoom', { name: files.name }), { cause: error });
    });
    signal.throwIfAborted();
    const { temporaryFiles, touchUps } = store;
    const note = (written: WrittenFile) => {
      if (touchUps.note(own.id, written, touch)) return true;
      if (touchUps.get(own.id) === null) throw new UserFacingError(msg('review.touch.gone'));
      return false;
    };
    const stem = siblingName(basename(name, extname(name)), ' touched');
    const wanted = join(dirname(files.result), stem + made.extension);
    const file = await context.place(made.path, wanted, { temporaryFiles, note, forget: touchUps.forget });
    store.availability.forget(file.path);
    const versionId = listVersion(() => touchUps.list(own.id, file, touch), file);
    await checkVersion(versionId, store);
    return { id: versionId, name: basename(file.path) };
  } finally {
    await scratch.remove();
  }
}

/** Checks a version against its marketplace. Errors of the database are ignored, because they may last. */
async function checkVersion(id: number, store: Store): Promise<void> {
  const source = store.touchUps.get(id);
  const job = source && store.jobs.get(source.own.jobId);
  if (!source || !job) return;
  const { own, path, version } = source;
  const file = await store.availability.locate(path);
  const findings = file.state === 'here' ? await checkOutputs(job.recipe, [{ output: 0, path: file.path }], store) : [];
  const resultKey = { jobId: job.id, step: job.step, element: own.element, version };
  try {
    store.checks.renew(resultKey, findings);
  } catch (error) {
    if (troubleOf(error) === null) throw error;
  }
}

/** @throws UserFacingError if the row must wait for `recoverVersions` */
function listVersion(list: () => number | null, { path }: WrittenFile): number {
  let id: number | null;
  try {
    id = list();
  } catch (error) {
    if (troubleOf(error) === null) throw error;
    throw new UserFacingError(msg('review.touch.listedLater', { name: basename(path) }), { cause: error });
  }
  if (id === null) throw new UserFacingError(msg('review.touch.gone'));
  return id;
}

async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minFreeBytes;
}

/** Lists versions that a crash left unlisted, and forgets those without a file. */
export async function recoverVersions(store: Store): Promise<void> {
  const { touchUps, availability } = store;
  for (const { path, hash } of touchUps.unfinished()) {
    const state = await availability.now(path);
    if (state === 'away') continue;
    const id = state === 'here' && (await hasContent(path, hash)) ? touchUps.finish(path) : null;
    if (id === null) touchUps.forget(path);
    else await checkVersion(id, store);
  }
}

export interface RemovedVersion {
  readonly ownId: number;
  readonly touch: TouchUpEdit | null;
  readonly name: string;
  readonly decision: VersionDecision;
}

/**
 * Removes a version and trashes its file. The user is notified of a file that stays.
 * @throws UserFacingError if it was not made by hand, or cannot be moved
 */
export async function removeVersion(
  id: number,
  { store, trash, notifyUser }: Pick<VersionContext, 'store' | 'trash' | 'notifyUser'>,
): Promise<RemovedVersion> {
  const source = store.touchUps.get(id);
  if (source === null) throw new UserFacingError(msg('review.touch.gone'));
  const { version, path, hash, own, touch } = source;
  if (version === 0) throw new UserFacingError(msg('review.touch.notByHand'));
  const [name, folder] = [basename(displayPath(path)), dirname(displayPath(path))];
  const outcome = await moveToTrash({ path, hash }, { store, trash });
  const decision = store.touchUps.remove(id);
  if (decision === null) throw new UserFacingError(msg('review.touch.gone'));
  if (outcome === 'other') notifyUser(msg('review.touch.otherStays', { name, folder }));
  if (outcome === 'original') notifyUser(msg('review.touch.originalStays', { name, folder }));
  return { ownId: own.id, touch, name, decision };
}
