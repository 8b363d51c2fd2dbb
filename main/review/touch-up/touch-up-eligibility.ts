/** Conditions of a touch-up: the kind of edit that a result permits, and its files. */
import { basename, dirname } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { type TouchUpEdit, touchUpKind } from '../../../contract/touch-up/touch-up.ts';
import { hasContent } from '../../files/content-hash.ts';
import { displayPath } from '../../files/stored-path.ts';
import type { Store, TouchUpSource } from '../../store/index.ts';

type EligibilityStore = Pick<Store, 'touchUps' | 'jobs' | 'filePlaces' | 'availability'>;

/** Returns the possible edit of a result. @throws UserFacingError if it cannot be touched up */
export function checkTouchUp(
  { touchUps, jobs }: Pick<EligibilityStore, 'touchUps' | 'jobs'>,
  id: number,
): { readonly source: TouchUpSource; readonly kind: TouchUpEdit['by']; readonly quality: number } {
  const source = touchUps.get(id);
  if (source === null) throw new UserFacingError(msg('review.touch.gone'));
  const { own } = source;
  const kind = touchUpKind(own.operation);
  const name = basename(displayPath(own.path));
  if (kind === null) throw new UserFacingError(msg('review.touch.notThis', { name }));
  const recipe = jobs.get(own.jobId)?.recipe;
  const earlierKinds = recipe?.steps.slice(0, -1).map(({ operation }) => touchUpKind(operation)) ?? [];
  if (kind === 'strength' && earlierKinds.includes('brush'))
    throw new UserFacingError(msg('review.touch.afterCutout', { name }));
  return { source, kind, quality: recipe?.output.quality ?? 92 };
}

/**
 * Returns the paths of the photograph, in its original or its new place, and of the service's result.
 * @throws UserFacingError if one is unavailable or has changed; previews are too small
 */
export async function locateTouchUpFiles(
  { filePlaces, availability }: Pick<EligibilityStore, 'filePlaces' | 'availability'>,
  { own }: TouchUpSource,
): Promise<{ readonly photograph: string; readonly name: string; readonly result: string }> {
  const photograph = await findPhotograph({ filePlaces, availability }, own);
  const values = { name: basename(displayPath(own.path)), folder: dirname(displayPath(own.path)) };
  const { state, path: result } = await availability.locate(own.path);
  if (state === 'outside') throw new UserFacingError(msg('studio.share.fileOutside', values));
  if (state !== 'here') throw new UserFacingError(msg('review.touch.resultAway', values));
  if (own.hash !== null && !(await hasContent(result, own.hash)))
    throw new UserFacingError(msg('review.touch.otherResult', values));
  return { ...photograph, result };
}

async function findPhotograph(
  { filePlaces, availability }: Pick<EligibilityStore, 'filePlaces' | 'availability'>,
  own: TouchUpSource['own'],
) {
  const places = filePlaces.pathsOf({ subject: 'photograph', id: own.photographId });
  const [first = ''] = places.map(displayPath);
  const name = basename(first);
  let otherPath: string | null = null;
  let isOutside = false;
  for (const place of places) {
    const { state, path: photograph } = await availability.locate(place);
    isOutside ||= state === 'outside';
    if (state !== 'here') continue;
    if (await hasContent(photograph, own.photographHash)) return { photograph, name };
    otherPath ??= photograph;
  }
  if (otherPath === null && isOutside) throw new UserFacingError(msg('studio.share.fileOutside', { name }));
  if (otherPath === null) throw new UserFacingError(msg('review.touch.originalAway', { name, folder: dirname(first) }));
  throw new UserFacingError(
    msg('review.touch.otherOriginal', { name: basename(otherPath), folder: dirname(otherPath) }),
  );
}
