import { type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { PhotographQuery, PhotographView } from '../../../contract/review/list-queries.ts';
import type { Decision, DecisionChange } from '../../../contract/review/photo-decision.ts';
import type { photographRequests } from '../../../preload/requests/photographs.ts';
import type { UndoableAction } from '../../review/actions/undo-stack.ts';
import { createUndoableBulkWork } from '../../review/actions/undoable-bulk-work.ts';
import { proposeBest } from '../../review/stacks/propose-best.ts';
import type { DecisionStep, PhotoInfoStep, ProofRow, Store } from '../../store/index.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { GroupHandlers, Handlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError } from '../bridge/user-error.ts';
import { createOriginalsMover } from '../shared/originals-mover.ts';

export function photographHandlers(context: RequestContext): HandlersOf<typeof photographRequests> {
  return {
    ...listHandlers(context),
    ...rowHandlers(context),
    ...bulkHandlers(context),
    ...infoHandlers(context),
    ...windowListHandlers(context),
  };
}

type PhotographHandlers<Method extends string> = Pick<
  Handlers,
  Extract<keyof typeof photographRequests, `photographs.${Method}`>
>;

type ListMethods = 'head' | 'order' | 'rows' | 'ids' | 'place' | 'places' | 'count' | 'findings';

/** A list of any length: a thread reads its order, the store its visible rows. */
function listHandlers({ core }: RequestContext): PhotographHandlers<ListMethods> {
  const { reader } = core.review;
  const { photographViews } = core.store;
  return {
    'photographs.head': async (query) => {
      const { ids, isComplete } = await reader.ask('photographs.head', query);
      return { rows: (await photographViews.byId(ids, query)).filter((row) => row !== null), isComplete };
    },
    'photographs.order': (query) => reader.ask('photographs.order', query),
    'photographs.rows': async (span) => {
      const slice = await reader.ask('order.slice', span);
      // The thread keeps the checked query of each list.
      return slice && photographViews.byId(slice.ids, slice.query as PhotographQuery);
    },
    'photographs.ids': async (span) => (await reader.ask('order.slice', span))?.ids ?? null,
    'photographs.place': (place) => reader.ask('order.place', place),
    'photographs.places': () => reader.ask('photographs.places', { now: Date.now() }),
    'photographs.count': (query) => reader.ask('photographs.count', query),
    'photographs.findings': (query) => reader.ask('photographs.findings', query),
  };
}

function rowHandlers({ core: { store, review } }: RequestContext): PhotographHandlers<'newest' | 'detail' | 'ofJob'> {
  const { photographViews } = store;
  const findPhotograph = async (id: number, query: Partial<PhotographQuery> = {}) =>
    (await photographViews.byId([id], { batchId: null, recipe: null, operation: null, ...query }))[0] ?? null;
  return {
    'photographs.newest': async (query) => {
      const newest = await review.reader.ask('photographs.newest', query);
      const photograph = newest && (await findPhotograph(newest.photographId, query));
      return newest && photograph && { photograph, resultId: newest.resultId };
    },
    'photographs.detail': async ({ id }) => {
      const photograph = await findPhotograph(id);
      if (photograph === null) return null;
      const versions = await photographViews.versions(id);
      const details = store.photographDetails.get(id);
      return { photograph, versions, details, bestBecause: bestReason(photograph, store) };
    },
    'photographs.ofJob': ({ id }) => {
      const photographId = photographViews.ofJob(id);
      if (photographId === null) return null;
      return findPhotograph(photographId, { batchId: store.jobs.get(id)?.batchId ?? null });
    },
  };
}

/** Returns why a photograph is proposed as the best of its stack; null if it is not. */
function bestReason({ stack }: PhotographView, store: Store): Message | null {
  if (!stack?.isBest) return null;
  const ids = store.stacks.of(stack.id).map(({ id }) => id);
  return proposeBest(store.measures.ratings(ids))?.why ?? null;
}

type BulkMethods = 'processWith' | 'removeProofs' | 'decide' | 'moveOriginals';

/** Actions on many photographs, in slices. */
function bulkHandlers({ core }: RequestContext): PhotographHandlers<BulkMethods> {
  const { store, review } = core;
  const { reader } = review;
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  const moveOriginals = createOriginalsMover(core);
  const undoable = createPhotographUndo(core);
  return {
    'photographs.processWith': async ({ on, recipeId, profileId }) =>
      core.processWith(await reader.ask('photographs.sources', on), recipeId, profileId),
    'photographs.removeProofs': ({ on }) =>
      bulkWork.run('remove', () => reader.ask('photographs.chosen', on), {
        act: store.proofs.remove,
        done: undoable.removeProofs,
      }),
    'photographs.decide': async ({ on, change }) => {
      let reached = 0;
      await bulkWork.run('mark', () => reader.ask('photographs.chosen', on), {
        act: (slice) => {
          const changed = store.photographs.decide(slice, change);
          reached += slice.length;
          return changed;
        },
        done: (steps) => undoable.decide(change, steps),
      });
      return reached;
    },
    'photographs.moveOriginals': ({ on, to }) => moveOriginals(() => reader.ask('photographs.chosen', on), to),
  };
}

/** Creates the steps that undo actions on photographs. */
function createPhotographUndo({ store, review }: IpcContext) {
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  const removeProofs = (rows: readonly ProofRow[]): UndoableAction => ({
    label: msg('review.did.removedProofs', { count: rows.length }),
    undo: () => bulkWork.undo(rows, store.proofs.putBack, { redo: putProofsBack, rest: removeProofs }),
  });
  const putProofsBack = (rows: readonly ProofRow[]): UndoableAction => ({
    label: msg('review.did.removedProofs', { count: rows.length }),
    undo: () =>
      bulkWork.undo(rows, (slice) => store.proofs.remove(slice.map(({ id }) => id)), {
        redo: removeProofs,
        rest: putProofsBack,
      }),
  });
  const decide = (change: DecisionChange, steps: readonly DecisionStep<Decision>[]): UndoableAction => {
    const withSteps = (some: typeof steps) => decide(change, some);
    return {
      label: decisionMessage(change, steps.length),
      undo: () => bulkWork.undo(steps, store.photographs.restore, { redo: withSteps, rest: withSteps }),
    };
  };
  return { removeProofs, decide };
}

function decisionMessage({ flag, stars, label }: DecisionChange, count: number): MessageDescriptor {
  if (flag === 1) return msg('review.did.picked', { count });
  if (flag === -1) return msg('review.did.rejected', { count });
  if (flag === 0) return msg('review.did.unmarked', { count });
  if (stars !== undefined) return msg('review.did.rated', { count });
  return label === undefined ? msg('review.did.noted', { count }) : msg('review.did.labelled', { count });
}

/** The photo info in files, and its presets. */
function infoHandlers({ core: { store, review } }: RequestContext): GroupHandlers<'details'> {
  const { photographDetails, detailsPresets } = store;
  const bulkWork = createUndoableBulkWork(review.bulk, review.undo);
  const describeAction = (steps: readonly PhotoInfoStep[]): UndoableAction => ({
    label: msg('review.did.described', { count: steps.length }),
    undo: () => bulkWork.undo(steps, photographDetails.restore, { redo: describeAction, rest: describeAction }),
  });
  return {
    'details.common': ({ on }) => review.reader.ask('details.common', on),
    'details.set': async ({ on, change }) => {
      let reached = 0;
      await bulkWork.run('describe', () => review.reader.ask('photographs.chosen', on), {
        act: (slice) => {
          const changed = photographDetails.set(slice, change);
          reached += slice.length;
          return changed;
        },
        done: describeAction,
      });
      return reached;
    },
    'details.presets': () => detailsPresets.list(),
    'details.savePreset': (preset) => {
      const normalize = (name: string) => name.trim().toLowerCase();
      const namesake = detailsPresets.list().find(({ name }) => normalize(name) === normalize(preset.name));
      if (namesake !== undefined && namesake.id !== preset.id)
        throw new UserError(msg('ipc.infoPreset.taken', { name: namesake.name }));
      detailsPresets.save(preset);
    },
    'details.removePreset': ({ id }) => detailsPresets.remove(id),
  };
}

/** The rows that the window shows, and the actions on its lists. */
function windowListHandlers({ core: { review } }: RequestContext): GroupHandlers<'lists'> {
  const { visibleRows, undo, bulk } = review;
  return {
    'lists.showJobs': ({ ids }) => visibleRows.setJobs(ids),
    'lists.showPhotographs': ({ ids, query }) => visibleRows.setPhotographs(ids, query),
    'lists.undo': () => undo.undo(),
    'lists.redo': () => undo.redo(),
    'lists.stop': ({ id }) => bulk.stop(id),
  };
}
