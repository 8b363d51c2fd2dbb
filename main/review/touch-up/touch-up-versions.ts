/** Versions that were made by hand: made at full size and listed, taken up after a kill, and taken away again. */
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
import { moveToTrash } from '../move-to-trash.ts';
import { touchUpFiles, touchUpKindFor } from './touch-up-eligibility.ts';
import type { TouchWork } from './worker-requests.ts';

export interface VersionTools {
  readonly store: Store;
  readonly make: TouchWork['make'];
  readonly place: typeof placeSibling;
  /** Moves a file to the system's trash; absent where there is none. */
  readonly trash?: ((path: string) => Promise<void>) | undefined;
  /** Tells the user what he would not expect. */
  readonly notifyUser: (text: MessageDescriptor) => void;
}

/** Less room (bytes) than this is none: the image library does not say why it could not write. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * Makes a new version of a result and lists it: first the file, whole and noted, then its row. What is written is never written
 * over, and a version that is touched up again is made anew from the service's own.
 * @throws UserFacingError with nothing left of it; the signal's reason
 */
export async function saveVersion(
  id: number,
  touch: TouchUpEdit,
  context: VersionTools,
  signal: AbortSignal,
): Promise<{ readonly id: number; readonly name: string }> {
  const { store } = context;
  const { touchable, kind, quality } = touchUpKindFor(store, id);
  const { own } = touchable;
  const name = basename(displayPath(own.path));
  if (touch.by !== kind) throw new UserFacingError(msg('review.touch.notThis', { name }));
  const files = await touchUpFiles(store, touchable);
  const scratch = await store.scratch.make('touching');
  const to = scratch.path;
  try {
    const made = await context.make({ ...files, box: own.box, touch, quality, to }, signal).catch(async (fault) => {
      if (!(fault instanceof UserFacingError) && !signal.aborted && (await hasNoRoom(to))) {
        throw new UserFacingError(msg('review.touch.noRoom', { name: files.name }), { cause: fault });
      }
      throw fault;
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
    const versionId = listed(() => touchUps.list(own.id, file, touch), file);
    await checkVersion(versionId, store);
    return { id: versionId, name: basename(file.path) };
  } finally {
    await scratch.remove();
  }
}

/** What the marketplace that the result was made for says of this version of it. Nothing waits for that: a full disk may last. */
async function checkVersion(id: number, store: Store): Promise<void> {
  const made = store.touchUps.get(id);
  const job = made && store.jobs.get(made.own.jobId);
  if (!made || !job) return;
  const { own, path, version } = made;
  // Made here a moment ago, or taken up after a kill.
  const file = await store.availability.locate(path);
  const found = file.state === 'here' ? await checkOutputs(job.recipe, [{ output: 0, path: file.path }], store) : [];
  const resultKey = { jobId: job.id, step: job.step, element: own.element, version };
  try {
    store.checks.renew(resultKey, found);
  } catch (fault) {
    if (troubleOf(fault) === null) throw fault;
  }
}

/** @throws UserFacingError where the database cannot be written to: the file is there, and is listed when it can be */
function listed(list: () => number | null, { path }: WrittenFile): number {
  let id: number | null;
  try {
    id = list();
  } catch (fault) {
    if (troubleOf(fault) === null) throw fault;
    throw new UserFacingError(msg('review.touch.listedLater', { name: basename(path) }), { cause: fault });
  }
  if (id === null) throw new UserFacingError(msg('review.touch.gone'));
  return id;
}

async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minFreeBytes;
}

/** Lists what was placed and not listed before a kill; forgets what was not placed. What is on a disk that is away waits. */
export async function resumeVersions(store: Store): Promise<void> {
  const { touchUps, availability } = store;
  for (const { path, hash } of touchUps.unfinished()) {
    const state = await availability.now(path);
    if (state === 'away') continue;
    const id = state === 'here' && (await hasContent(path, hash)) ? touchUps.finish(path) : null;
    if (id === null) touchUps.forget(path);
    else await checkVersion(id, store);
  }
}

/** What a version was, to make it again. */
export interface RemovedVersion {
  readonly ownId: number;
  readonly touch: TouchUpEdit | null;
  readonly name: string;
  readonly decision: VersionDecision;
}

/**
 * Takes a version off its photograph and moves its file to the trash. Another file in its place stays, or one that was taken in
 * as a photograph of its own, and the user is told so.
 * @throws UserFacingError where it is none of those, or cannot be moved there: then it stays
 */
export async function removeVersion(
  id: number,
  { store, trash, notifyUser }: Pick<VersionTools, 'store' | 'trash' | 'notifyUser'>,
): Promise<RemovedVersion> {
  const found = store.touchUps.get(id);
  if (found === null) throw new UserFacingError(msg('review.touch.gone'));
  const { version, path, hash, own, touch } = found;
  if (version === 0) throw new UserFacingError(msg('review.touch.notByHand'));
  const [name, folder] = [basename(displayPath(path)), dirname(displayPath(path))];
  const was = await moveToTrash({ path, hash }, { store, trash });
  const decision = store.touchUps.remove(id);
  if (decision === null) throw new UserFacingError(msg('review.touch.gone'));
  if (was === 'other') notifyUser(msg('review.touch.otherStays', { name, folder }));
  if (was === 'original') notifyUser(msg('review.touch.originalStays', { name, folder }));
  return { ownId: own.id, touch, name, decision };
}
