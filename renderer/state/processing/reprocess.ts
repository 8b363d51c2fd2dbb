/** Processing photographs again, with another recipe or the latest version of the same one. */
import i18next from 'i18next';
import { create } from 'zustand';
import { everyPhotograph, type JobChoice, type PhotographChoice } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { currentData } from '../data/store.ts';
import { sizeOf, toChoice } from '../lists/selection.ts';
import { jobList } from '../queue/jobList.ts';
import { useQueueUi } from '../queue/queueUi.ts';
import { arePanesOpen, usePanes } from '../review/panesStore.ts';
import { photographList } from '../review/photographList.ts';
import { useReviewUi } from '../review/reviewUi.ts';
import { goTo, useUi } from '../window/navigation.ts';
import { report } from './intake.ts';
import { pickedProofs } from './proofs.ts';

/** @property isFirst they have not been processed, and so have no recipe */
export type ReprocessTarget = { readonly count: number; readonly isFirst?: boolean } & (
  | { readonly kind: 'jobs'; readonly on: JobChoice }
  | { readonly kind: 'photographs'; readonly on: PhotographChoice }
  /** The photographs of a batch that wait for the end of its trial. */
  | { readonly kind: 'trial'; readonly id: number }
);

interface ReprocessState {
  readonly target: ReprocessTarget | null;
  /** `settings`: the user changes a recipe first. */
  readonly step: 'choose' | 'settings';
  /** Replaces the recipe's service, unless null. */
  readonly profileId: string | null;
}

export const useReprocess = create<ReprocessState>(() => ({ target: null, step: 'choose', profileId: null }));

export const closeReprocess = (): void => useReprocess.setState({ target: null, step: 'choose', profileId: null });

export function openReprocess(target: ReprocessTarget | null): void {
  if (target !== null && target.count > 0) useReprocess.setState({ target, step: 'choose', profileId: null });
}

const isProofs = (batchId: number | null) =>
  currentData().batches.some(({ id, proofs }) => id === batchId && proofs === true);

/** Returns the open photographs of Review, else the selected ones, else the whole list. */
export function reviewTarget(): Extract<ReprocessTarget, { kind: 'photographs' }> {
  const { isLoupe, selection, query: place } = useReviewUi.getState();
  const isFirst = isProofs(place.batchId);
  const toTarget = (ids: readonly number[]): Extract<ReprocessTarget, { kind: 'photographs' }> => ({
    kind: 'photographs',
    on: { ids: [...ids] },
    count: ids.length,
    isFirst,
  });
  if (arePanesOpen()) return toTarget([...new Set(usePanes.getState().panes.map(({ id }) => id))]);
  if (isLoupe && selection.lead) return toTarget([selection.lead.id]);
  const { count, query } = photographList.now();
  const selected = sizeOf(selection, count);
  if (selected > 0) return { kind: 'photographs', on: toChoice(selection, query), count: selected, isFirst };
  return { kind: 'photographs', on: { query: { ...query, folded: false }, except: [] }, count, isFirst };
}

export function queueTarget(): ReprocessTarget | null {
  const { count, query } = jobList.now();
  const { selection } = useQueueUi.getState();
  const selected = sizeOf(selection, count);
  return selected === 0 ? null : { kind: 'jobs', on: toChoice(selection, query), count: selected };
}

export async function batchTarget(batchId: number): Promise<ReprocessTarget | null> {
  const query = { ...everyPhotograph, batchId };
  const reply = await request('photographs.count', query);
  return reply.ok
    ? { kind: 'photographs', on: { query, except: [] }, count: reply.value, isFirst: isProofs(batchId) }
    : null;
}

export async function processPicked(): Promise<void> {
  const query = pickedProofs(useReviewUi.getState().query.batchId);
  const reply = await request('photographs.count', query);
  if (!reply.ok) return;
  if (reply.value === 0) notify({ tone: 'info', text: () => i18next.t('review.proofs.nonePicked') });
  else openReprocess({ kind: 'photographs', on: { query, except: [] }, count: reply.value, isFirst: true });
}

/** @param recipeId null for the current version of each photograph's own recipe */
export async function reprocess(recipeId: string | null): Promise<void> {
  const { target, profileId } = useReprocess.getState();
  if (target === null) return;
  closeReprocess();
  const reply = await requestProcessing(target, { recipeId, profileId });
  if (reply.ok) report(reply.value);
}

function requestProcessing(
  target: ReprocessTarget,
  options: { readonly recipeId: string | null; readonly profileId: string | null },
) {
  switch (target.kind) {
    case 'jobs':
      return request('jobs.processWith', { on: target.on, ...options });
    case 'photographs':
      return request('photographs.processWith', { on: target.on, ...options });
    default:
      return request('trials.goOnWith', { id: target.id, ...options });
  }
}

/** Shows a recipe to change before processing. */
export function changeRecipeFor(recipeId: string): void {
  useReprocess.setState({ step: 'settings' });
  goTo('recipes', { recipeId });
}

/** Saves the open recipe, and processes the photographs with it. */
export async function saveAndProcess(recipeId: string): Promise<void> {
  const form = useUi.getState().forms.findLast(({ kind }) => kind === 'recipe');
  if (form?.isUnsaved() && !(await form.save())) return;
  await reprocess(recipeId);
}
