/** What a client's choices mean for the photographs: worked out for the sheet that asks, and once more when they are taken over. */
import {
  type Decision,
  type DecisionChange,
  photographDecisionSchema,
} from '../../../preload/contract/desk/decision.ts';
import type { Picks, PicksPlan } from '../../../preload/contract/desk/gallery.ts';
import { SaidError, say } from '../../../preload/contract/sentence.ts';
import type { Store } from '../../store/index.ts';

/** What a client wishes about one photograph, which may be in a gallery more than once. */
interface Wish {
  picked: boolean;
  stars: number;
  /** As they would stand in the note. */
  readonly comments: Set<string>;
}

/** Names that are told one by one. */
const mostNames = 20;
const longestNote = photographDecisionSchema.shape.note.maxLength ?? 4000;
/** Of one photograph: so many of the shortest fill its note. */
const mostComments = longestNote / 2;

export interface PlannedPicks {
  readonly plan: PicksPlan;
  /** Photographs that are chosen about. */
  readonly ids: readonly number[];
  /** What becomes of one of them, as it is decided about now. */
  changeOf(now: Decision & { readonly id: number }): DecisionChange;
}

/**
 * @param nobody what stands before a comment whose writer gave no name
 * @throws SaidError where the gallery is not of this Burnish
 */
export function planPicks(picks: Picks, store: Pick<Store, 'galleries' | 'photographs'>, nobody: string): PlannedPicks {
  const gallery = store.galleries.get(picks.gallery);
  if (gallery === null) throw new SaidError(say('desk.picks.unknownGallery', { title: picks.title }));
  const pictures = new Map(store.galleries.pictures(gallery.id).map((picture) => [picture.token, picture]));
  const there = new Map(
    store.photographs
      .chosenAbout([...pictures.values()].map(({ photographId }) => photographId))
      .map((row) => [row.id, row]),
  );
  const who = picks.client || nobody;
  const wishes = new Map<number, Wish>();
  const [unknownIds, gone] = [[] as string[], [] as string[]];
  for (const { id, picked, stars, comment } of picks.choices) {
    const picture = pictures.get(id);
    if (picture === undefined) unknownIds.push(id.replace(/[^\w-]/g, '?'));
    else if (!there.has(picture.photographId)) gone.push(picture.caption);
    else {
      const wish = wishes.get(picture.photographId) ?? { picked: false, stars: 0, comments: new Set() };
      wishes.set(picture.photographId, wish);
      wish.picked ||= picked;
      wish.stars = Math.max(stars, wish.stars);
      // More than could find room in the note is not looked at.
      if (comment !== '' && wish.comments.size < mostComments) wish.comments.add(entryOf(comment, who));
    }
  }
  const changeOf = (now: Decision & { readonly id: number }) => changed(now, wishes.get(now.id)).change;
  return { plan: { ...about(picks, gallery), ...sum() }, ids: [...wishes.keys()], changeOf };

  function sum() {
    const flags: string[] = [];
    const stars: string[] = [];
    const noRoom: string[] = [];
    let changes = 0;
    for (const [id, wish] of wishes) {
      const now = there.get(id)!;
      const { change, isTooMuch } = changed(now, wish);
      if (Object.keys(change).length > 0) changes += 1;
      if (change.flag !== undefined && now.flag === -1) flags.push(now.name);
      if (change.stars !== undefined && now.stars > 0) stars.push(now.name);
      if (isTooMuch) noRoom.push(now.name);
    }
    const all = [...wishes.values()];
    const names = [...new Set([...flags, ...stars])].slice(0, mostNames);
    return {
      picked: all.filter(({ picked }) => picked).length,
      starred: all.filter((wish) => wish.stars > 0).length,
      commented: all.filter(({ comments }) => comments.size > 0).length,
      changes,
      overwritten: { flags: flags.length, stars: stars.length, names },
      noRoom: noRoom.slice(0, mostNames),
      unknown: unknownIds.length,
      unknownIds: unknownIds.slice(0, mostNames),
      gone: gone.length,
      goneNames: gone.slice(0, mostNames),
    };
  }
}

function about(picks: Picks, { title, madeAt }: { readonly title: string; readonly madeAt: number }) {
  const { client, savedAt } = picks;
  return { title, madeAt, client, savedAt: savedAt === null ? null : Date.parse(savedAt) };
}

/** What begins the further lines of an entry: nobody can write a line that looks like another's. */
const indent = '    ';

function entryOf(comment: string, who: string): string {
  return `${who}: ${comment.split(/\r\n|[\r\n\u2028\u2029]/).join(`\n${indent}`)}`;
}

/** Whether a note has this entry, whole and not as a part of another. */
function hasEntry(note: string, entry: string): boolean {
  const [lines, wanted] = [`\n${note}\n`, `\n${entry}\n`];
  for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at + 1)) {
    if (!lines.startsWith(indent, at + wanted.length)) return true;
  }
  return false;
}

/** What is decided so already is no change: the same file may come twice. */
function changed(now: Decision, wish: Wish | undefined): { change: DecisionChange; isTooMuch: boolean } {
  if (wish === undefined) return { change: {}, isTooMuch: false };
  const entries = [...wish.comments].filter((entry) => !hasEntry(now.note, entry));
  const note = [now.note, ...entries].filter((part) => part !== '').join('\n');
  const isTooMuch = note.length > longestNote;
  return {
    change: {
      ...(wish.picked && now.flag !== 1 ? { flag: 1 as const } : {}),
      ...(wish.stars > 0 && wish.stars !== now.stars ? { stars: wish.stars } : {}),
      ...(entries.length > 0 && !isTooMuch ? { note } : {}),
    },
    isTooMuch,
  };
}
