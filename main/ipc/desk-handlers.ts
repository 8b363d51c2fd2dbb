/** What the window does with many jobs and photographs at once: in slices, and so that it can be taken back where nothing was sent. */
import type { BulkWork } from '../../preload/contract/desk/bulk.ts';
import type { DecisionChange } from '../../preload/contract/desk/decision.ts';
import type { JobChoice } from '../../preload/contract/desk/lists.ts';
import { type JobState, restingStates } from '../../preload/contract/job.ts';
import { type Sentence, say } from '../../preload/contract/sentence.ts';
import type { Desk } from '../desk/desk.ts';
import type { Done } from '../desk/undo.ts';
import type { Store } from '../store/index.ts';
import type { Grants } from './grants.ts';
import type { Handlers } from './register.ts';

type Bulk = `jobs.${'setHeld' | 'cancel' | 'retry' | 'again' | 'redirect' | 'remove' | 'move' | 'decide'}`;
type Names = Bulk | 'photographs.decide' | 'desk.undo' | 'desk.redo' | 'desk.stop';

export function deskHandlers(store: Store, desk: Desk, grants: Grants): Pick<Handlers, Names> {
  const { reader, bulk, undo } = desk;
  const { actions } = store;

  /** All jobs that are meant, then `act` with a slice of them at a time; the ids it touched. */
  async function withJobs(
    what: BulkWork,
    ids: readonly number[],
    act: (slice: readonly number[]) => readonly number[],
  ) {
    return (await bulk.run(what, ids, act)).flat();
  }
  const chosen = (on: JobChoice, ...states: JobState[]) =>
    reader.ask('jobs.chosen', { choice: on, states: states.length === 0 ? null : states });
  const count = (ids: readonly unknown[]) => ids.length;

  /** Held or resumed, and back. */
  const held = (ids: readonly number[], isHeld: boolean): Done => ({
    what: isHeld ? say('desk.did.held', { count: ids.length }) : say('desk.did.resumed', { count: ids.length }),
    back: async () => held(await withJobs('undo', ids, (slice) => actions.setHeld(slice, !isHeld)), !isHeld),
  });
  const removed = (ids: readonly number[], isRemoved = true): Done => ({
    what: say('desk.did.removed', { count: ids.length }),
    back: async () => {
      const back = (slice: readonly number[]) => (isRemoved ? actions.putBack(slice) : actions.remove(slice));
      return removed(await withJobs('undo', ids, back), !isRemoved);
    },
  });
  const moved = (stood: ReturnType<typeof actions.places>): Done => ({
    what: say('desk.did.moved', { count: stood.length }),
    back: async () => {
      const stand = actions.places(stood.map(({ id }) => id));
      await bulk.run('undo', [...stood.keys()], (slice) => actions.place(slice.map((index) => stood[index]!)));
      return moved(stand);
    },
  });
  const marked = (what: Sentence, before: ReturnType<typeof store.photographs.decide>): Done => ({
    what,
    back: async () => {
      const put = (slice: readonly number[]) => store.photographs.restore(slice.map((index) => before[index]!));
      return marked(what, (await bulk.run('undo', [...before.keys()], put)).flat());
    },
  });
  /** Remembers `done` where anything was done. */
  const remember = <T>(touched: readonly T[], done: (touched: readonly T[]) => Done): number => {
    if (touched.length > 0) undo.did(done(touched));
    return touched.length;
  };

  return {
    'jobs.setHeld': async ({ on, held: isHeld }) => {
      const work = isHeld ? 'hold' : 'resume';
      const ids = await withJobs(work, await chosen(on), (slice) => actions.setHeld(slice, isHeld));
      return remember(ids, (touched) => held(touched, isHeld));
    },
    'jobs.cancel': async ({ on }) => count(await withJobs('cancel', await chosen(on), actions.cancel)),
    'jobs.retry': async ({ on }) => {
      const isOne = 'ids' in on && on.ids.length === 1;
      const ids = await chosen(on, 'failed', 'cancelled');
      return count(await withJobs('retry', ids, (slice) => actions.retry(slice, isOne)));
    },
    'jobs.again': async ({ on, onlyDone }) => {
      let into: number | null = null;
      const parts = await bulk.run('again', await (onlyDone ? chosen(on, 'done') : chosen(on)), (slice) => {
        const added = store.jobs.again(slice, into);
        into ??= added.batchId;
        return added;
      });
      const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + of(part), 0);
      return {
        batchId: into,
        accepted: sum(({ jobIds }) => jobIds.length),
        resumed: sum(({ resumed }) => resumed.length),
        refusedAgain: 0,
        undecided: sum(({ undecided }) => undecided.length),
        skipped: sum(({ skipped, resumed }) => skipped - resumed.length),
        finishedBefore: parts.flatMap(({ finished }) => finished),
        resultsGone: 0,
        refused: [],
        notes: [],
      };
    },
    'jobs.redirect': async ({ on, folder }, sender) => {
      const path = grants.take(sender, 'folder', folder)[0] ?? '';
      return count(await withJobs('redirect', await chosen(on), (slice) => actions.redirect(slice, path)));
    },
    'jobs.remove': async ({ on }) =>
      remember(await withJobs('remove', await chosen(on, ...restingStates), actions.remove), removed),
    'jobs.move': async ({ on, to }) => {
      const stood = actions.places(await chosen(on, 'queued'));
      // The last slice is put first in front of all others, so that they keep the order they have among themselves.
      const inOrder = [...stood].sort((a, b) => b.priority - a.priority || a.position - b.position || a.id - b.id);
      const ids = inOrder.map(({ id }) => id);
      if (to === 'first') ids.reverse();
      const touched = new Set(await withJobs('move', ids, (slice) => actions.move(slice, to)));
      return remember(
        stood.filter(({ id }) => touched.has(id)),
        (touched) => moved([...touched]),
      );
    },
    'jobs.decide': async ({ on, decision }) =>
      count(await withJobs('decide', await chosen(on, 'uncertain'), (slice) => actions.decide(slice, decision))),
    'photographs.decide': async ({ on, change }) => {
      const ids = await reader.ask('photographs.chosen', on);
      const before = (await bulk.run('mark', ids, (slice) => store.photographs.decide(slice, change))).flat();
      return remember(before, (touched) => marked(sentenceOf(change, touched.length), [...touched]));
    },
    'desk.undo': undo.undo,
    'desk.redo': undo.redo,
    'desk.stop': ({ id }) => bulk.stop(id),
  };
}

function sentenceOf({ flag, stars, label }: DecisionChange, count: number): Sentence {
  if (flag === 1) return say('desk.did.picked', { count });
  if (flag === -1) return say('desk.did.rejected', { count });
  if (flag === 0) return say('desk.did.unmarked', { count });
  if (stars !== undefined) return say('desk.did.rated', { count });
  return label === undefined ? say('desk.did.noted', { count }) : say('desk.did.labelled', { count });
}
