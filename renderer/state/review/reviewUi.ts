/** Review: its query, the selection, and the photograph in the loupe. */
import { create } from 'zustand';
import {
  everyPhotograph,
  type Flaw,
  type PhotographOrder,
  type PhotographQuery,
  type PhotographViewpoint,
  type Places,
} from '../../../contract/review/list-queries.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import { requestQuietly } from '../../bridge.ts';
import { useLoad } from '../data/store.ts';
import { emptySelection, type RowMark, type Selection, selectOne } from '../lists/selection.ts';
import { changeSettings, currentSettings } from '../settings/settings.ts';
import { goTo } from '../window/navigation.ts';

interface ReviewUi {
  readonly query: PhotographQuery;
  /** Its lead is the active photograph. */
  readonly selection: Selection;
  readonly isLoupe: boolean;
  /** The result in the loupe; null for the primary result. */
  readonly versionId: number | null;
  readonly stacks: Pick<PhotographQuery, 'folded' | 'openStacks'>;
  /** A photograph to show once the list is read. */
  readonly wanted: number | null;
}

export const useReviewUi = create<ReviewUi>(() => ({
  query: everyPhotograph,
  selection: emptySelection,
  isLoupe: false,
  versionId: null,
  stacks: { folded: true, openStacks: [] },
  wanted: null,
}));

/** The part of a query that is selected in the sidebar. The rest are filters and the order. */
export type Place = Pick<PhotographQuery, 'batchId' | 'folderId' | 'recipe' | 'from' | 'to'>;
export const anyPlace: Place = { batchId: null, folderId: null, recipe: null, from: null, to: null };

function applyQuery(query: PhotographQuery): void {
  const before = viewpointOf(useReviewUi.getState().query);
  useReviewUi.setState({ query, selection: emptySelection, isLoupe: false, versionId: null, wanted: null });
  const reviewViewpoint = viewpointOf(query);
  if (!isSameViewpoint(reviewViewpoint, before)) void changeSettings({ reviewViewpoint });
}

/** Returns the part of a query that is saved as a setting. */
function viewpointOf({
  text,
  sort,
  descending,
  folded,
  openStacks,
  ...viewpoint
}: PhotographQuery): PhotographViewpoint {
  return viewpoint;
}
const isSameViewpoint = (a: PhotographViewpoint, b: PhotographViewpoint) => JSON.stringify(a) === JSON.stringify(b);

/** The kind of place whose order is saved. */
const kindOf = ({ batchId, folderId }: Place) => (batchId === null && folderId === null ? 'all' : 'one');
const inOrder = (query: PhotographQuery): PhotographQuery => ({
  ...query,
  ...currentSettings().reviewOrder[kindOf(query)],
});
export const openPlace = (place: Partial<Place>) =>
  applyQuery(inOrder({ ...useReviewUi.getState().query, ...anyPlace, ...place }));

/** Changes the order of this place and of others of its kind. */
export function changeOrder(change: Partial<PhotographOrder>): void {
  const { query } = useReviewUi.getState();
  const { reviewOrder } = currentSettings();
  const kind = kindOf(query);
  void changeSettings({ reviewOrder: { ...reviewOrder, [kind]: { ...reviewOrder[kind], ...change } } });
  changeQuery(change);
}
export const changeQuery = (change: Partial<PhotographQuery>) =>
  applyQuery({ ...useReviewUi.getState().query, ...change });

const toggled = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

export const toggleFlagFilter = (flag: Decision['flag']) =>
  changeQuery({ flags: toggled(useReviewUi.getState().query.flags, flag) });
export const toggleLabelFilter = (label: number) =>
  changeQuery({ labels: toggled(useReviewUi.getState().query.labels, label) });
export const toggleUnprocessed = () => changeQuery({ unprocessed: !useReviewUi.getState().query.unprocessed });
export const toggleFlaw = (flaw: Flaw) => changeQuery({ flaws: toggled(useReviewUi.getState().query.flaws, flaw) });
export const toggleFlawed = () => changeQuery({ flawed: !useReviewUi.getState().query.flawed });
export const toggleUndecided = () => changeQuery({ undecided: !useReviewUi.getState().query.undecided });
/** The same number again removes the filter. */
export function toggleStarsFilter(n: number): void {
  const { stars } = useReviewUi.getState().query;
  changeQuery({ stars: stars?.n === n ? null : { is: stars?.is ?? '>=', n } });
}

type Filters = Omit<PhotographQuery, keyof Place | 'sort' | 'descending' | 'folded' | 'openStacks'>;
export const noFilters: Filters = {
  text: '',
  flags: [],
  stars: null,
  labels: [],
  undecided: false,
  unprocessed: false,
  flaws: [],
  flawed: false,
  pickedByClient: false,
  operation: null,
  findings: [],
  fileType: null,
};
/** Within a batch, folder or time span, the recipe is a filter; alone it is a place. */
export const isRecipeFilter = ({ recipe, batchId, folderId, from, to }: PhotographQuery): boolean =>
  recipe !== null && [batchId, folderId, from, to].some((each) => each !== null);
export const isFiltered = (query: PhotographQuery): boolean =>
  isRecipeFilter(query) ||
  (Object.keys(noFilters) as (keyof Filters)[]).some(
    (name) => JSON.stringify(query[name]) !== JSON.stringify(noFilters[name]),
  );

export function clearFilters(): void {
  changeQuery({ ...noFilters, ...(isRecipeFilter(useReviewUi.getState().query) ? { recipe: null } : {}) });
}
/** Whether a query shows `place`, regardless of filters. */
export function isAt(query: PhotographQuery, place: Partial<Place>): boolean {
  const recipe = isRecipeFilter(query) ? null : query.recipe;
  return Object.entries({ ...anyPlace, ...place }).every(
    ([name, value]) => (name === 'recipe' ? recipe : query[name as keyof Place]) === value,
  );
}

/** Opens or closes stacks, and keeps the rows in view. */
export const changeStacks = (change: Pick<PhotographQuery, 'openStacks'>) =>
  useReviewUi.setState(({ stacks }) => ({ stacks: { ...stacks, ...change } }));

export const setPhotographs = (selection: Selection) => useReviewUi.setState({ selection });
export const openLoupe = (mark: RowMark) =>
  useReviewUi.setState({ selection: selectOne(mark), isLoupe: true, versionId: null });
export const closeLoupe = () => useReviewUi.setState({ isLoupe: false, versionId: null });
export const showVersion = (versionId: number | null) => useReviewUi.setState({ versionId });
/** Shows the result of a job in the loupe. */
export async function openReviewOfJob(jobId: number): Promise<void> {
  const reply = await requestQuietly('photographs.ofJob', { id: jobId });
  if (!reply.ok || reply.value === null) return;
  const { id, shown } = reply.value;
  applyQuery(inOrder({ ...everyPhotograph, batchId: shown?.batchId ?? null }));
  useReviewUi.setState({ wanted: id, versionId: shown?.id ?? null });
  goTo('review');
}

/** Returns the viewpoint, at all photographs if its place no longer exists. */
export function existingViewpoint(viewpoint: PhotographViewpoint, places: Places): PhotographViewpoint {
  const existingPlaces: readonly Partial<Place>[] = [
    anyPlace,
    ...places.spans.map(({ from, to }) => ({ from, to })),
    ...places.batches.map(({ id }) => ({ batchId: id })),
    ...places.folders.map(({ id }) => ({ folderId: id })),
    ...places.recipes.map(({ name }) => ({ recipe: name })),
  ];
  const query = { ...everyPhotograph, ...viewpoint };
  return existingPlaces.some((place) => isAt(query, place)) ? viewpoint : { ...viewpoint, ...anyPlace };
}

/** Restores the order and the viewpoint of the last session. */
async function restoreViewpoint(): Promise<void> {
  const { reviewViewpoint } = currentSettings();
  const initial = inOrder(useReviewUi.getState().query);
  useReviewUi.setState({ query: initial });
  if (isSameViewpoint(reviewViewpoint, viewpointOf(everyPhotograph))) return;
  const reply = await requestQuietly('photographs.places');
  // Unless the user has opened another place.
  if (reply.ok && useReviewUi.getState().query === initial)
    applyQuery(inOrder({ ...initial, ...existingViewpoint(reviewViewpoint, reply.value) }));
}

useLoad.subscribe(({ phase }, before) => {
  if (phase === 'ready' && before.phase !== 'ready') void restoreViewpoint();
});
