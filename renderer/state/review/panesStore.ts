/** The open comparison or survey. */
import { create } from 'zustand';
import type { RowMark } from '../lists/selection.ts';
import { fittedLinkedView, type LinkedView } from '../stage/linkedView.ts';
import { focused, type Panes, type PhotoPane } from './panes.ts';
import { setPhotographs, useReviewUi } from './reviewUi.ts';

export interface PanesState extends Panes {
  readonly kind: 'compare' | 'survey' | null;
  /** The panes show results of one photograph. */
  readonly isVersions: boolean;
  readonly from: 'grid' | 'loupe';
  /** Covered by the loupe of a pane. */
  readonly isCovered: boolean;
  /** The number of photographs left out. */
  readonly left: number;
  /** The survey's panes if it opened this comparison. */
  readonly surveyed: Panes['panes'] | null;
  /** Shows the selection: removing a pane deselects its photograph. */
  readonly isSelection: boolean;
  /** The first active pane. */
  readonly initial: PhotoPane | null;
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
  initial: null,
  linked: fittedLinkedView,
  panes: [],
  focus: 0,
};

export const usePanes = create<PanesState>(() => closed);

type Opened = Panes & Pick<PanesState, 'isVersions' | 'left' | 'isSelection'>;

export function openPanes(kind: 'compare' | 'survey', opened: Opened): void {
  const { isLoupe } = useReviewUi.getState();
  usePanes.setState({ ...closed, ...opened, kind, from: isLoupe ? 'loupe' : 'grid', initial: focused(opened) });
}

export const arePanesOpen = (): boolean => {
  const { kind, isCovered } = usePanes.getState();
  return kind !== null && !isCovered;
};

export function focusedPane(): PhotoPane | null {
  return arePanesOpen() ? focused(usePanes.getState()) : null;
}

const markOf = ({ id, place }: PhotoPane): RowMark => ({ id, place });

/** Returns to the grid or the loupe, where the active pane's photograph becomes active. */
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
  const isMoved = pane.id !== state.initial?.id;
  const isAll = selection.isAll && ids === selection.ids;
  setPhotographs(isMoved ? { isAll, ids, anchor: lead, lead } : { ...selection, isAll, ids });
}

/** Opens the active pane in the loupe, over a view opened from the grid. */
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
  // Keep the selection for the return.
  useReviewUi.setState({ selection: { ...selection, lead: markOf(pane) }, isLoupe: true, versionId: pane.versionId });
}

// Closing the loupe uncovers the view; opening another list closes it.
useReviewUi.subscribe((now, before) => {
  const { kind, isCovered } = usePanes.getState();
  if (kind === null) return;
  if (now.query !== before.query) usePanes.setState(closed);
  else if (isCovered && !now.isLoupe) usePanes.setState({ isCovered: false });
});
