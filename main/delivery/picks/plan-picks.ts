/** Applies a client's choices to the photographs here: for the preview of an import, and again for the import itself. */
import type { Picks, PicksPlan } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { AnswerKey, ClientAnswer, ClientPick, Store } from '../../store/index.ts';

const maxListedNames = 20;

interface PlannedPicks {
  readonly plan: PicksPlan;
  readonly key: AnswerKey;
  readonly answer: ClientAnswer;
}

/** @throws UserFacingError if the gallery was not made by this Burnish */
export function planPicks(file: Picks, store: Pick<Store, 'galleries' | 'photographs' | 'clientPicks'>): PlannedPicks {
  const gallery = store.galleries.get(file.gallery);
  if (gallery === null) throw new UserFacingError(msg('delivery.picks.unknownGallery', { title: file.title }));
  const pictures = new Map(store.galleries.pictures(gallery.id).map((picture) => [picture.token, picture]));
  const presentIds = new Set(
    store.photographs
      .listedDecisions([...pictures.values()].map(({ photographId }) => photographId))
      .map(({ id }) => id),
  );
  const chosen = new Map<number, ClientPick>();
  const unknownIds: string[] = [];
  const goneNames: string[] = [];
  // A page writes each picture once. In other files, the last choice counts.
  for (const { id, ...choice } of new Map(file.choices.map((each) => [each.id, each])).values()) {
    const picture = pictures.get(id);
    if (picture === undefined) unknownIds.push(id);
    else if (!presentIds.has(picture.photographId)) goneNames.push(picture.caption);
    else {
      const { photographId } = picture;
      chosen.set(photographId, mergePicks({ photographId, ...choice }, chosen.get(photographId)));
    }
  }
  const savedAt = file.savedAt === null ? null : Date.parse(file.savedAt);
  const picks = [...chosen.values()].filter(({ picked, stars, comment }) => picked || stars > 0 || comment !== '');
  const key = { galleryId: gallery.id, name: file.client || gallery.title };
  const answer = { savedAt, picks };
  const plan = {
    title: gallery.title,
    madeAt: gallery.madeAt,
    client: file.client,
    savedAt,
    ...compareAnswers(answer, store.clientPicks.get(key)),
    picked: picks.filter(({ picked }) => picked).length,
    starred: picks.filter(({ stars }) => stars > 0).length,
    commented: picks.filter(({ comment }) => comment !== '').length,
    unknown: unknownIds.length,
    unknownIds: unknownIds.slice(0, maxListedNames).map((id) => id.replace(/[^\w-]/g, '?')),
    gone: goneNames.length,
    goneNames: goneNames.slice(0, maxListedNames),
  };
  return { plan, key, answer };
}

/** Merges the choices about several results of one photograph. */
function mergePicks(pick: ClientPick, earlierPick: ClientPick | undefined): ClientPick {
  if (earlierPick === undefined) return pick;
  return {
    photographId: pick.photographId,
    picked: pick.picked || earlierPick.picked,
    stars: Math.max(pick.stars, earlierPick.stars),
    comment: [...new Set([earlierPick.comment, pick.comment])].filter(Boolean).join('\n'),
  };
}

/** Compares an answer with the stored one of the same client. */
function compareAnswers(
  { savedAt, picks }: ClientAnswer,
  stored: ReturnType<Store['clientPicks']['get']>,
): Pick<PicksPlan, 'standing' | 'earlierAt'> {
  if (stored === null) return { standing: 'first', earlierAt: null };
  const earlierAt = stored.savedAt ?? stored.importedAt;
  if (hasSamePicks(picks, stored.picks)) return { standing: 'same', earlierAt };
  const isOlder = savedAt !== null && stored.savedAt !== null && savedAt < stored.savedAt;
  return { standing: isOlder ? 'older' : 'newer', earlierAt };
}

function hasSamePicks(a: readonly ClientPick[], b: readonly ClientPick[]): boolean {
  const byPhotograph = new Map(b.map((pick) => [pick.photographId, pick]));
  const isSame = (pick: ClientPick) => {
    const twin = byPhotograph.get(pick.photographId);
    return twin?.picked === pick.picked && twin.stars === pick.stars && twin.comment === pick.comment;
  };
  return a.length === b.length && a.every(isSame);
}
