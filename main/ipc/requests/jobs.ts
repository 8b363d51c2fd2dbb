import { basename } from 'node:path';
import { finalStates, type JobState } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { BulkWork } from '../../../contract/review/bulk-progress.ts';
import type { JobChoice } from '../../../contract/review/list-queries.ts';
import type { jobRequests } from '../../../preload/requests/jobs.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { isSourceFixed } from '../../intake/locate-source.ts';
import type { UndoableAction } from '../../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../../review/actions/undoable-bulk-work.ts';
import type { QueuePosition } from '../../store/index.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { Handlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError } from '../bridge/user-error.ts';
import { createOriginalsMover } from '../shared/originals-mover.ts';

export function jobHandlers(context: RequestContext): HandlersOf<typeof jobRequests> {
  return {
    ...listHandlers(context),
    ...detailHandlers(context),
    ...bulkHandlers(context),
    ...undoableHandlers(context),
  };
}

type JobHandlers<Method extends string> = Pick<Handlers, Extract<keyof typeof jobRequests, `jobs.${Method}`>>;

type ListMethods = 'head' | 'order' | 'rows' | 'ids' | 'place' | 'tally' | 'sum';

/** A list of any length: a thread reads its order, the store its visible rows. */
function listHandlers({ core }: RequestContext): JobHandlers<ListMethods> {
  const { reader } = core.review;
  const readRows = (ids: readonly number[]) => {
    const rows = new Map(core.store.views.byId(ids).map((job) => [job.id, job]));
    return ids.map((id) => rows.get(id) ?? null);
  };
  return {
    'jobs.head': async (query) => {
      const { ids, isComplete } = await reader.ask('jobs.head', query);
      return { rows: readRows(ids).filter((row) => row !== null), isComplete };
    },
    'jobs.order': (query) => reader.ask('jobs.order', query),
    'jobs.rows': async (span) => {
      const slice = await reader.ask('order.slice', span);
      return slice && readRows(slice.ids);
    },
    'jobs.ids': async (span) => (await reader.ask('order.slice', span))?.ids ?? null,
    'jobs.place': (place) => reader.ask('order.place', place),
    'jobs.tally': (query) => reader.ask('jobs.tally', query),
    'jobs.sum': ({ on }) => reader.ask('jobs.sum', on),
  };
}

/** The newest batches. Rows show the same of earlier ones. */
const maxReportedBatches = 3;

/** After this time, a share that does not respond counts as unchanged. */
const sourceTimeoutMs = 5000;

type DetailMethods = 'detail' | 'decideCause' | 'notMeant' | 'notMeantIn' | 'isMended' | 'revealSource';

function detailHandlers({ core, desktop }: RequestContext): JobHandlers<DetailMethods> {
  const { store, offline } = core;
  return {
    'jobs.detail': async ({ id }) => {
      const detail = store.views.detail(id);
      if (detail === null) return null;
      return {
        ...detail,
        events: store.events.ofJob(id),
        steps: store.stepRuns.ofJob(id),
        results: await store.results.ofJob(id),
      };
    },
    'jobs.decideCause': ({ cause, decision, seen }) => {
      store.actions.decideCause(cause, decision, seen);
      return store.views.undecided().find((group) => group.cause === cause) ?? null;
    },
    'jobs.notMeant': () => store.excluded.left(maxReportedBatches),
    'jobs.notMeantIn': ({ id }) => store.excluded.leftIn(id),
    'jobs.isMended': async ({ id }) => {
      const [job, row] = [store.jobs.get(id), store.views.detail(id)?.job];
      if (job === null || row === undefined) return false;
      const check = isSourceFixed({ ...row, contentHash: job.contentHash }, store.availability);
      return withTimeout(check, sourceTimeoutMs).catch(() => false);
    },
    'jobs.revealSource': async ({ id }) => {
      const photographId = store.photographViews.ofJob(id);
      const [presence] = photographId === null ? [] : await offline.presence([photographId]);
      if (presence === undefined) throw new UserError(msg('ipc.gone.photograph'));
      const { state, path } = presence.original;
      if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(path) }));
      if (state === 'gone' || state === 'away') throw new UserError(msg('ipc.gone.path', { path }));
      desktop.reveal(path);
    },
  };
}

/** Returns the ids of chosen jobs, only those in one of `states` if there are any. */
const chooseJobs = ({ review }: IpcContext, on: JobChoice, ...states: JobState[]) =>
  review.reader.ask('jobs.chosen', { choice: on, states: states.length === 0 ? null : states });

type BulkMethods = 'cancel' | 'retry' | 'again' | 'processWith' | 'redirect' | 'decide';

/** Actions on many jobs, in slices, that cannot be undone because jobs may be sent. */
function bulkHandlers({ core, grants }: RequestContext): JobHandlers<BulkMethods> {
  const { store, review } = core;
  const { actions } = store;
  /** Calls `act` with one slice of the ids at a time. Returns the number of changed jobs. */
  const runOn = async (
    work: BulkWork,
    ids: readonly number[],
    act: (slice: readonly number[]) => readonly number[],
  ): Promise<number> => (await review.bulk.run(work, ids, act)).flat().length;
  return {
    'jobs.cancel': async ({ on }) => runOn('cancel', await chooseJobs(core, on), actions.cancel),
    'jobs.retry': async ({ on }) => {
      const isSingle = 'ids' in on && on.ids.length === 1;
      const ids = await chooseJobs(core, on, 'failed', 'cancelled');
      return runOn('retry', ids, (slice) => actions.retry(slice, isSingle));
    },
    'jobs.again': async ({ on, onlyDone }) =>
      addAgain(await (onlyDone ? chooseJobs(core, on, 'done') : chooseJobs(core, on)), core),
    'jobs.processWith': async ({ on, recipeId, profileId }) =>
      core.processWith(await review.reader.ask('jobs.sources', on), recipeId, profileId),
    'jobs.redirect': async ({ on, folder }, sender) => {
      const [path = ''] = grants.take(sender, 'folder', folder);
      return runOn('redirect', await chooseJobs(core, on), (slice) => actions.redirect(slice, path));
    },
    'jobs.decide': async ({ on, decision }) =>
      runOn('decide', await chooseJobs(core, on, 'uncertain'), (slice) => actions.decide(slice, decision)),
  };
}

/** Adds the photographs of jobs again, with the recipes of these jobs, as one batch. */
async function addAgain(ids: readonly number[], { store, review }: IpcContext) {
  let batchId: number | null = null;
  const title = store.jobs.titleAgain(ids);
  const parts = await review.bulk.run('again', ids, (slice) => {
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
}

type UndoableMethods = 'setHeld' | 'remove' | 'move' | 'moveOriginals';

function undoableHandlers({ core }: RequestContext): JobHandlers<UndoableMethods> {
  const { store, review } = core;
  const { actions } = store;
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  const moveOriginals = createOriginalsMover(core);
  const undoable = createJobUndo(core);
  return {
    'jobs.setHeld': ({ on, held: isHeld }) =>
      bulkWork.run(isHeld ? 'hold' : 'resume', () => chooseJobs(core, on), {
        act: (slice) => actions.setHeld(slice, isHeld),
        done: (changed) => undoable.hold(changed, isHeld),
      }),
    'jobs.remove': ({ on }) =>
      bulkWork.run('remove', () => chooseJobs(core, on, ...finalStates), {
        act: actions.remove,
        done: undoable.remove,
      }),
    'jobs.move': ({ on, to }) => {
      let positions: readonly QueuePosition[] = [];
      const findIds = async () => {
        positions = actions.places(await chooseJobs(core, on, 'queued'));
        const ids = [...positions]
          .sort((a, b) => b.priority - a.priority || a.position - b.position || a.id - b.id)
          .map(({ id }) => id);
        // Each slice moves in front of all others, so the last one goes first to keep the order.
        return to === 'first' ? ids.reverse() : ids;
      };
      return bulkWork.run('move', findIds, {
        act: (slice) => actions.move(slice, to),
        done: (changed) => {
          const ids = new Set(changed);
          return undoable.move(positions.filter(({ id }) => ids.has(id)));
        },
      });
    },
    'jobs.moveOriginals': ({ on }) =>
      moveOriginals(async () => store.movedOriginals.photographsOf(await chooseJobs(core, on)), 'done'),
  };
}

/** Creates the steps that undo actions on jobs. */
function createJobUndo({ store: { actions }, review }: IpcContext) {
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  /** @param isFirstHeld the state after the first action, which names the step also when it is redone */
  const hold = (ids: readonly number[], isHeld: boolean, isFirstHeld = isHeld): UndoableAction => ({
    label: isFirstHeld
      ? msg('review.did.held', { count: ids.length })
      : msg('review.did.resumed', { count: ids.length }),
    undo: () =>
      bulkWork.undo(ids, (slice) => actions.setHeld(slice, !isHeld), {
        redo: (changed) => hold(changed, !isHeld, isFirstHeld),
        rest: (left) => hold(left, isHeld, isFirstHeld),
      }),
  });
  const remove = (ids: readonly number[], isRemoved = true): UndoableAction => ({
    label: msg('review.did.removed', { count: ids.length }),
    undo: () =>
      bulkWork.undo(ids, isRemoved ? actions.putBack : actions.remove, {
        redo: (changed) => remove(changed, !isRemoved),
        rest: (left) => remove(left, isRemoved),
      }),
  });
  const move = (positions: readonly QueuePosition[]): UndoableAction => {
    const restore = (slice: readonly QueuePosition[]) => {
      const current = actions.places(slice.map(({ id }) => id));
      actions.place(slice);
      return current;
    };
    return {
      label: msg('review.did.moved', { count: positions.length }),
      undo: () => bulkWork.undo(positions, restore, { redo: move, rest: move }),
    };
  };
  return { hold, remove: (ids: readonly number[]) => remove(ids), move };
}
