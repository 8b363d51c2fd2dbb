/** What a client's choices mean for the photographs here: worked out for the sheet that asks, and once more when they are imported. */
import type { Picks, PicksPlan } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { AnswerKey, ClientAnswer, ClientPick, Store } from '../../store/index.ts';

/** Names that are told one by one. */
const maxListedNames = 20;

export interface PlannedPicks {
  readonly plan: PicksPlan;
  /** Whose answer it is, and what it comes to. */
  readonly key: AnswerKey;
  readonly answer: ClientAnswer;
}

/** @throws UserFacingError where the gallery is not of this Burnish */
export function planPicks(picks: Picks, store: Pick<Store, 'galleries' | 'photographs' | 'clientPicks'>): PlannedPicks {
  const gallery = store.galleries.get(picks.gallery);
  if (gallery === null) throw new UserFacingError(msg('delivery.picks.unknownGallery', { title: picks.title }));
  const pictures = new Map(store.galleries.pictures(gallery.id).map((picture) => [picture.token, picture]));
  const presentIds = new Set(
    store.photographs
      .listedDecisions([...pictures.values()].map(({ photographId }) => photographId))
      .map(({ id }) => id),
  );
  const chosen = new Map<number, ClientPick>();
  const [unknownIds, gone] = [[] as string[], [] as string[]];
  // A page writes each picture once; of what is there more than once, the last counts.
  for (const { id, ...choice } of new Map(picks.choices.map((each) => [each.id, each])).values()) {
    const picture = pictures.get(id);
    if (picture === undefined) unknownIds.push(id);
    else if (!presentIds.has(picture.photographId)) gone.push(picture.caption);
    else {
      const { photographId } = picture;
      chosen.set(photographId, together({ photographId, ...choice }, chosen.get(photographId)));
    }
  }
  const savedAt = picks.savedAt === null ? null : Date.parse(picks.savedAt);
  const all = [...chosen.values()].filter(({ picked, stars, comment }) => picked || stars > 0 || comment !== '');
  const key = { galleryId: gallery.id, name: picks.client || gallery.title };
  const answer = { savedAt, picks: all };
  const plan = {
    ...{ title: gallery.title, madeAt: gallery.madeAt, client: picks.client, savedAt },
    ...standingOf(answer, store.clientPicks.get(key)),
    picked: all.filter(({ picked }) => picked).length,
    starred: all.filter(({ stars }) => stars > 0).length,
    commented: all.filter(({ comment }) => comment !== '').length,
    unknown: unknownIds.length,
    unknownIds: unknownIds.slice(0, maxListedNames).map((id) => id.replace(/[^\w-]/g, '?')),
    gone: gone.length,
    goneNames: gone.slice(0, maxListedNames),
  };
  return { plan, key, answer };
}

/** A photograph may be in a gallery more than once, by several results. */
function together(pick: ClientPick, earlierPick: ClientPick | undefined): ClientPick {
  if (earlierPick === undefined) return pick;
  return {
    photographId: pick.photographId,
    picked: pick.picked || earlierPick.picked,
    stars: Math.max(pick.stars, earlierPick.stars),
    comment: [...new Set([earlierPick.comment, pick.comment])].filter(Boolean).join('\n'),
  };
}

function standingOf(
  { savedAt, picks }: ClientAnswer,
  known: ReturnType<Store['clientPicks']['get']>,
): Pick<PicksPlan, 'standing' | 'earlierAt'> {
  if (known === null) return { standing: 'first', earlierAt: null };
  const earlierAt = known.savedAt ?? known.importedAt;
  if (hasSamePicks(picks, known.picks)) return { standing: 'same', earlierAt };
  const isOlder = savedAt !== null && known.savedAt !== null && savedAt < known.savedAt;
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
