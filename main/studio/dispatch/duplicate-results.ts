/** Files that this station placed after another one had taken over their job. */
import { rm } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import { type Fingerprint, fingerprint } from '../../files/content-hash.ts';
import { pathKey, type SecondFile, type Store } from '../../store/index.ts';
import type { PlacedResult, SharedWork } from '../queue/queue-types.ts';
import type { SharedPath, Shares } from '../shares/shared-path.ts';

interface DuplicateResultsContext {
  readonly store: Pick<Store, 'shared' | 'writtenFiles'>;
  readonly work: Pick<SharedWork, 'listResults'>;
  readonly shares: Pick<Shares, 'toLocal' | 'toShared'>;
}

/**
 * Removes files that duplicate a visible result of the studio. Keeps the only file of a result, and files that the user changed. If the
 * other result is not visible yet, the next call decides.
 * @throws StudioUnreachable
 */
export async function removeDuplicateResults({ store, work, shares }: DuplicateResultsContext): Promise<void> {
  const files = store.writtenFiles.seconds();
  const ids = new Set([...files, ...store.shared.doneBeside()].map(({ sharedId }) => sharedId));
  if (ids.size === 0) return;
  const studioResults = await work.listResults([...ids]);
  /** A job that this station has again keeps its files. */
  const isElsewhere = (sharedId: number) => (store.shared.byShared(sharedId)?.fence ?? null) === null;
  const undecided = new Set<number>();
  for (const file of files) {
    const studioResult = studioResults
      .get(file.sharedId)
      ?.find(({ element, output }) => element === file.element && output === file.output);
    const verdict = studioResults.has(file.sharedId)
      ? await judgeFile(file, studioResult, shares).catch(() => 'later' as const)
      : 'later';
    if (verdict === 'later' || !isElsewhere(file.sharedId)) {
      undecided.add(file.sharedId);
      continue;
    }
    if (verdict === 'duplicate') await rm(file.path, { force: true });
    store.writtenFiles.notSecond(file.path);
  }
  for (const { jobId, sharedId } of store.shared.doneBeside())
    if (studioResults.has(sharedId) && !undecided.has(sharedId))
      store.shared.lose(jobId, msg('studio.job.elsewhere'), true);
}

async function judgeFile(
  { path, hash }: SecondFile,
  studioResult: PlacedResult | undefined,
  shares: DuplicateResultsContext['shares'],
): Promise<'duplicate' | 'stays' | 'later'> {
  // The other station skipped its result, because this file existed.
  if (studioResult?.share == null || studioResult.path === null) return 'stays';
  const place = { share: studioResult.share, path: studioResult.path };
  const theirs = await fingerprint(await shares.toLocal(place));
  if (theirs === null) return 'later';
  const ours = await fingerprint(path);
  if (ours?.hash !== hash) return 'stays';
  return (await areTwoFiles({ path, print: ours }, { place, print: theirs }, shares)) ? 'duplicate' : 'stays';
}

/** Compares equal files by their names in one share, because two shares can contain the same file. */
async function areTwoFiles(
  ours: { readonly path: string; readonly print: Fingerprint },
  theirs: { readonly place: SharedPath; readonly print: Fingerprint },
  shares: DuplicateResultsContext['shares'],
): Promise<boolean> {
  if (ours.print.hash !== theirs.print.hash) return true;
  const place = await shares.toShared(ours.path);
  return place?.share === theirs.place.share && pathKey(place.path) !== pathKey(theirs.place.path);
}
