/** Compare and survey over the light table: which of them is open, on what, and how one comes back. */
import { create } from 'zustand';
import type { RowMark } from '../lists/selection.ts';
import { fittedLinkedView, type LinkedView } from '../stage/linkedView.ts';
import { focused, type Panes, type PhotoPane } from './panes.ts';
import { setPhotographs, useReviewUi } from './reviewUi.ts';

export interface PanesState extends Panes {
  /** Null: none is open. */
  readonly kind: 'compare' | 'survey' | null;
  /** The panes show results of one photograph. */
  readonly isVersions: boolean;
  /** Where one came from, and goes back to. */
  readonly from: 'grid' | 'loupe';
  /** The loupe lies over it, opened from here. */
  readonly isCovered: boolean;
  /** How many more are meant than are compared. */
  readonly left: number;
  /** What the survey had from which a part of it is compared. */
  readonly surveyed: Panes['panes'] | null;
  /** It shows what is selected: what is taken out of a survey is not selected any more. */
  readonly isSelection: boolean;
  /** The photograph and result the keys were on at the beginning. */
  readonly began: PhotoPane | null;
  /** Zoom and point of all panes of a comparison. */
  readonly linked: LinkedView;
}

const closed: PanesState = {
  kind: null,
  isVersions: false,
  from: 'grid',
  isCovered: false,
  left: 0,
  surveyed: null,
  isSelection: false,
  began: null,
  linked: fittedLinkedView,
  panes: [],
  focus: 0,
};

export const usePanes = create<PanesState>(() => closed);

type Opened = Panes & Pick<PanesState, 'isVersions' | 'left' | 'isSelection'>;

export function openPanes(kind: 'compare' | 'survey', opened: Opened): void {
  const { isLoupe } = useReviewUi.getState();
  usePanes.setState({ ...closed, ...opened, kind, from: isLoupe ? 'loupe' : 'grid', began: focused(opened) });
}

/** True while the keys belong to a comparison or a survey. */
export const arePanesOpen = (): boolean => {
  const { kind, isCovered } = usePanes.getState();
  return kind !== null && !isCovered;
};

/** The photograph that is decided about, while one compares; null otherwise. */
export function focusedPane(): PhotoPane | null {
  return arePanesOpen() ? focused(usePanes.getState()) : null;
}

const markOf = ({ id, place }: PhotoPane): RowMark => ({ id, place });

/** Back to where one came from; on the picture the keys were on last, if that is another one. */
export function closePanes(): void {
  const state = usePanes.getState();
  const pane = focused(state);
  usePanes.setState(closed);
  const { selection } = useReviewUi.getState();
  if (pane === null) return;
  const lead = markOf(pane);
  if (state.from === 'loupe') {
    if (pane.id !== selection.lead?.id) setPhotographs({ isAll: false, ids: new Set([pane.id]), anchor: lead, lead });
    useReviewUi.setState({ versionId: pane.versionId });
    return;
  }
  const ids = state.kind === 'survey' && state.isSelection ? new Set(state.panes.map(({ id }) => id)) : selection.ids;
  const isMoved = pane.id !== state.began?.id;
  const isAll = selection.isAll && ids === selection.ids;
  setPhotographs(isMoved ? { isAll, ids, anchor: lead, lead } : { ...selection, isAll, ids });
}

/** The focused picture in the loupe; Esc comes back to a comparison that was opened from the grid. */
export function openFocused(): void {
  const state = usePanes.getState();
  const pane = focused(state);
  if (pane === null) return;
  if (state.from === 'loupe') {
    closePanes();
    return;
  }
  const { selection } = useReviewUi.getState();
  usePanes.setState({ isCovered: true });
  // What is selected stays so for when one comes back.
  useReviewUi.setState({ selection: { ...selection, lead: markOf(pane) }, isLoupe: true, versionId: pane.versionId });
}

// The loupe that lay over it is closed; or the list is another one, and nothing of it is to be looked at any more.
useReviewUi.subscribe((now, before) => {
  const { kind, isCovered } = usePanes.getState();
  if (kind === null) return;
  if (now.query !== before.query) usePanes.setState(closed);
  else if (isCovered && !now.isLoupe) usePanes.setState({ isCovered: false });
});
