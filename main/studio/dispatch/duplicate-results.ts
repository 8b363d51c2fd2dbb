/** Files that this station has placed for jobs which others took over before it could say so: taken back where the other's result stands. */
import { rm } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import { type Fingerprint, fingerprint } from '../../files/content-hash.ts';
import { pathKey, type SecondFile, type Store } from '../../store/index.ts';
import type { PlacedResult, SharedWork } from '../queue/queue-types.ts';
import type { SharedPath, Shares } from '../shares/share-paths.ts';

export interface DuplicateResultsContext {
  readonly store: Pick<Store, 'shared' | 'writtenFiles'>;
  readonly work: Pick<SharedWork, 'resultsOf'>;
  readonly shares: Pick<Shares, 'toLocal' | 'toShared'>;
}

/**
 * Removes what is a second file beside a result that the studio knows, that is seen here, and that is another file. What may be the only one
 * stays, and so does what somebody changed. Where the other's file is not to be seen, it is looked at again the next time.
 * @throws StudioUnreachable
 */
export async function removeDuplicateResults({ store, work, shares }: DuplicateResultsContext): Promise<void> {
  const files = store.writtenFiles.seconds();
  const ids = new Set([...files, ...store.shared.doneBeside()].map(({ sharedId }) => sharedId));
  if (ids.size === 0) return;
  const done = await work.resultsOf([...ids]);
  /** It may be this station's again: it goes on with what it has then. */
  const isElsewhere = (sharedId: number) => (store.shared.byShared(sharedId)?.fence ?? null) === null;
  const open = new Set<number>();
  for (const file of files) {
    const studioResult = done
      .get(file.sharedId)
      ?.find(({ element, output }) => element === file.element && output === file.output);
    const verdict = done.has(file.sharedId)
      ? await judge(file, studioResult, shares).catch(() => 'later' as const)
      : 'later';
    if (verdict === 'later' || !isElsewhere(file.sharedId)) {
      open.add(file.sharedId);
      continue;
    }
    if (verdict === 'second') await rm(file.path, { force: true });
    store.writtenFiles.notSecond(file.path);
  }
  for (const { jobId, sharedId } of store.shared.doneBeside())
    if (done.has(sharedId) && !open.has(sharedId)) store.shared.lose(jobId, msg('studio.job.elsewhere'), true);
}

/** `studioResult`: the result of the one whose job it was. @throws where the disk does not say */
async function judge(
  { path, hash }: SecondFile,
  studioResult: PlacedResult | undefined,
  shares: DuplicateResultsContext['shares'],
): Promise<'second' | 'stays' | 'later'> {
  // Left out there, since this one was there already.
  if (studioResult?.share == null || studioResult.path === null) return 'stays';
  const place = { share: studioResult.share, path: studioResult.path };
  const theirs = await fingerprint(await shares.toLocal(place));
  if (theirs === null) return 'later';
  const ours = await fingerprint(path);
  if (ours?.hash !== hash) return 'stays';
  return (await areTwo({ path, print: ours }, { place, print: theirs }, shares)) ? 'second' : 'stays';
}

/** Where both are the same bytes, by their names in one share: two shares may show one file. */
async function areTwo(
  ours: { readonly path: string; readonly print: Fingerprint },
  theirs: { readonly place: SharedPath; readonly print: Fingerprint },
  shares: DuplicateResultsContext['shares'],
): Promise<boolean> {
  if (ours.print.hash !== theirs.print.hash) return true;
  const place = await shares.toShared(ours.path);
  return place?.share === theirs.place.share && pathKey(place.path) !== pathKey(theirs.place.path);
}
