/** What the window does with many jobs and photographs at once: in slices, and so that it can be taken back where nothing was sent. */

import { finalStates, type JobState } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { BulkWork } from '../../contract/review/bulk-progress.ts';
import type { JobChoice } from '../../contract/review/list-queries.ts';
import type { Decision, DecisionChange } from '../../contract/review/photo-decision.ts';
import type { UndoableAction } from '../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../review/actions/undoable-bulk-work.ts';
import type { Review } from '../review/review.ts';
import type { DecisionStep, ProofRow, QueuePosition, Store } from '../store/index.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';

type Bulk = `jobs.${'setHeld' | 'cancel' | 'retry' | 'again' | 'redirect' | 'remove' | 'move' | 'decide'}`;
type Names = Bulk | `photographs.${'decide' | 'removeProofs'}` | 'lists.undo' | 'lists.redo' | 'lists.stop';

export function rowHandlers(store: Store, review: Review, grants: Grants): Pick<Handlers, Names> {
  const { reader, bulk, undo } = review;
  const { actions } = store;
  const slicewise = createUndoableBulkWork(bulk, undo);

  /** All jobs that are meant, then `act` with a slice of them at a time; the ids it touched. */
  async function withJobs(
    work: BulkWork,
    ids: readonly number[],
    act: (slice: readonly number[]) => readonly number[],
  ) {
    return (await bulk.run(work, ids, act)).flat();
  }
  const chosen = (on: JobChoice, ...states: JobState[]) =>
    reader.ask('jobs.chosen', { choice: on, states: states.length === 0 ? null : states });
  const count = (ids: readonly unknown[]) => ids.length;

  /** Held or resumed, and back. */
  const held = (ids: readonly number[], isHeld: boolean, wasHeld = isHeld): UndoableAction => ({
    label: wasHeld ? msg('review.did.held', { count: ids.length }) : msg('review.did.resumed', { count: ids.length }),
    undo: () =>
      slicewise.undo(ids, (slice) => actions.setHeld(slice, !isHeld), {
        redo: (touched) => held(touched, !isHeld, wasHeld),
        rest: (left) => held(left, isHeld, wasHeld),
      }),
  });
  const removed = (ids: readonly number[], isRemoved = true): UndoableAction => ({
    label: msg('review.did.removed', { count: ids.length }),
    undo: () =>
      slicewise.undo(ids, isRemoved ? actions.putBack : actions.remove, {
        redo: (touched) => removed(touched, !isRemoved),
        rest: (left) => removed(left, isRemoved),
      }),
  });
  const proofsRemoved = (rows: readonly ProofRow[]): UndoableAction => ({
    label: msg('review.did.removedProofs', { count: rows.length }),
    undo: () => slicewise.undo(rows, store.proofs.putBack, { redo: proofsPutBack, rest: proofsRemoved }),
  });
  const proofsPutBack = (rows: readonly ProofRow[]): UndoableAction => ({
    label: msg('review.did.removedProofs', { count: rows.length }),
    undo: () =>
      slicewise.undo(rows, (slice) => store.proofs.remove(slice.map(({ id }) => id)), {
        redo: proofsRemoved,
        rest: proofsPutBack,
      }),
  });
  const moved = (positions: readonly QueuePosition[]): UndoableAction => {
    const back = (slice: readonly QueuePosition[]) => {
      const stand = actions.places(slice.map(({ id }) => id));
      actions.place(slice);
      return stand;
    };
    return {
      label: msg('review.did.moved', { count: positions.length }),
      undo: () => slicewise.undo(positions, back, { redo: moved, rest: moved }),
    };
  };
  const marked = (change: DecisionChange, steps: readonly DecisionStep<Decision>[]): UndoableAction => {
    const done = (some: typeof steps) => marked(change, some);
    return {
      label: sentenceOf(change, steps.length),
      undo: () => slicewise.undo(steps, store.photographs.restore, { redo: done, rest: done }),
    };
  };

  return {
    'jobs.setHeld': ({ on, held: isHeld }) =>
      slicewise.run(isHeld ? 'hold' : 'resume', () => chosen(on), {
        act: (slice) => actions.setHeld(slice, isHeld),
        done: (touched) => held(touched, isHeld),
      }),
    'jobs.cancel': async ({ on }) => count(await withJobs('cancel', await chosen(on), actions.cancel)),
    'jobs.retry': async ({ on }) => {
      const isOne = 'ids' in on && on.ids.length === 1;
      const ids = await chosen(on, 'failed', 'cancelled');
      return count(await withJobs('retry', ids, (slice) => actions.retry(slice, isOne)));
    },
    'jobs.again': async ({ on, onlyDone }) => {
      let batchId: number | null = null;
      const ids = await (onlyDone ? chosen(on, 'done') : chosen(on));
      const title = store.jobs.titleAgain(ids);
      const parts = await bulk.run('again', ids, (slice) => {
        const added = store.jobs.addAgain(slice, batchId, title);
        batchId ??= added.batchId;
        return added;
      });
      const sum = (countOf: (part: (typeof parts)[number]) => number) =>
        parts.reduce((total, part) => total + countOf(part), 0);
      return {
        batchId,
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
    'jobs.remove': ({ on }) =>
      slicewise.run('remove', () => chosen(on, ...finalStates), { act: actions.remove, done: removed }),
    'jobs.move': ({ on, to }) => {
      let positions: readonly QueuePosition[] = [];
      const inOrder = async () => {
        positions = actions.places(await chosen(on, 'queued'));
        // The last slice is put first in front of all others, so that they keep the order they have among themselves.
        const ids = [...positions]
          .sort((a, b) => b.priority - a.priority || a.position - b.position || a.id - b.id)
          .map(({ id }) => id);
        return to === 'first' ? ids.reverse() : ids;
      };
      return slicewise.run('move', inOrder, {
        act: (slice) => actions.move(slice, to),
        done: (touched) => {
          const ids = new Set(touched);
          return moved(positions.filter(({ id }) => ids.has(id)));
        },
      });
    },
    'jobs.decide': async ({ on, decision }) =>
      count(await withJobs('decide', await chosen(on, 'uncertain'), (slice) => actions.decide(slice, decision))),
    'photographs.removeProofs': ({ on }) =>
      slicewise.run('remove', () => reader.ask('photographs.chosen', on), {
        act: store.proofs.remove,
        done: proofsRemoved,
      }),
    'photographs.decide': async ({ on, change }) => {
      let reached = 0;
      await slicewise.run('mark', () => reader.ask('photographs.chosen', on), {
        act: (slice) => {
          const changed = store.photographs.decide(slice, change);
          reached += slice.length;
          return changed;
        },
        done: (touched) => marked(change, touched),
      });
      return reached;
    },
    'lists.undo': () => undo.undo(),
    'lists.redo': () => undo.redo(),
    'lists.stop': ({ id }) => bulk.stop(id),
  };
}

function sentenceOf({ flag, stars, label }: DecisionChange, count: number): MessageDescriptor {
  if (flag === 1) return msg('review.did.picked', { count });
  if (flag === -1) return msg('review.did.rejected', { count });
  if (flag === 0) return msg('review.did.unmarked', { count });
  if (stars !== undefined) return msg('review.did.rated', { count });
  return label === undefined ? msg('review.did.noted', { count }) : msg('review.did.labelled', { count });
}
