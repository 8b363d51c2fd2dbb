import { beforeEach, expect, it } from 'vitest';
import { loupeView, noteView, useLoupeView } from '../../../../renderer/screens/review/loupe/loupeView.ts';
import type { PhotoPane } from '../../../../renderer/state/review/panes.ts';
import {
  arePanesOpen,
  closePanes,
  focusedPane,
  openFocused,
  openPanes,
  usePanes,
} from '../../../../renderer/state/review/panesStore.ts';
import {
  changeQuery,
  closeLoupe,
  openLoupe,
  setPhotographs,
  useReviewUi,
} from '../../../../renderer/state/review/reviewUi.ts';

const pane = (id: number, versionId: number | null = null): PhotoPane => ({ id, place: id - 1, versionId });
const marks = (...ids: number[]) => {
  const lead = { id: ids[0]!, place: ids[0]! - 1 };
  return { isAll: false, ids: new Set(ids), anchor: lead, lead };
};
const selection = () => {
  const { ids, lead, isAll } = useReviewUi.getState().selection;
  return { ids: [...ids], lead: lead?.id, isAll };
};
const none = { isVersions: false, left: 0, isSelection: false };

beforeEach(() => {
  closePanes();
  closeLoupe();
  setPhotographs(marks(2, 3, 4));
});

it('returns to the grid in its previous state', () => {
  openPanes('compare', { ...none, panes: [pane(2), pane(3)], focus: 0, isSelection: true });
  expect(arePanesOpen()).toBe(true);
  closePanes();
  expect(arePanesOpen()).toBe(false);
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 2, isAll: false });
});

it('returns to the grid on the last framed photograph', () => {
  openPanes('compare', { ...none, panes: [pane(2), pane(3)], focus: 0 });
  usePanes.setState({ panes: [pane(2), pane(9)], focus: 1 });
  closePanes();
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 9, isAll: false });
});

it('selects the remaining photographs of a survey of the selection, or of all', () => {
  openPanes('survey', { ...none, panes: [pane(2), pane(3), pane(4)], focus: 0, isSelection: true });
  usePanes.setState({ panes: [pane(2), pane(4)] });
  closePanes();
  expect(selection()).toEqual({ ids: [2, 4], lead: 2, isAll: false });

  setPhotographs({ ...marks(2), isAll: true, ids: new Set() });
  openPanes('survey', { ...none, panes: [pane(2), pane(4)], focus: 0, isSelection: true });
  closePanes();
  expect(selection()).toEqual({ ids: [2, 4], lead: 2, isAll: false });
});

it('a survey of the list does not change the selection', () => {
  openPanes('survey', { ...none, panes: [pane(7), pane(8)], focus: 0 });
  closePanes();
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 2, isAll: false });
});

it('returns to the loupe, with the framed result', () => {
  openLoupe({ id: 2, place: 1 });
  openPanes('compare', { ...none, panes: [pane(2, 21), pane(2, 22)], focus: 0, isVersions: true });
  usePanes.setState({ focus: 1 });
  closePanes();
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, versionId: 22 });
});

it('opens the framed photograph in the loupe, which leads back here', () => {
  openPanes('survey', { ...none, panes: [pane(2), pane(3)], focus: 1, isSelection: true });
  openFocused();
  expect([arePanesOpen(), focusedPane()]).toEqual([false, null]);
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, selection: { lead: { id: 3 } } });
  closeLoupe();
  expect(focusedPane()?.id).toBe(3);
});

it('continues to the loupe that it was opened from', () => {
  openLoupe({ id: 2, place: 1 });
  openPanes('compare', { ...none, panes: [pane(2), pane(3)], focus: 1 });
  openFocused();
  expect(arePanesOpen()).toBe(false);
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, selection: { lead: { id: 3 } } });
});

it('closes with its list', () => {
  openPanes('compare', { ...none, panes: [pane(2), pane(3)], focus: 0 });
  changeQuery({ text: 'wedding' });
  expect(arePanesOpen()).toBe(false);
});

it('the loupe keeps its zoom after comparing, and fits the photograph when it is reopened', () => {
  openLoupe({ id: 2, place: 1 });
  loupeView.current = { zoom: 3, x: 0.2, y: 0.8 };
  noteView();
  useLoupeView.setState({ mode: 'difference', isPeaking: true });
  openPanes('compare', { ...none, panes: [pane(2, 21), pane(2, 22)], focus: 0, isVersions: true });
  closePanes();
  expect([loupeView.current.zoom, useLoupeView.getState().mode]).toEqual([3, 'difference']);
  closeLoupe();
  openLoupe({ id: 3, place: 2 });
  expect([loupeView.current.zoom, useLoupeView.getState()]).toEqual([
    1,
    expect.objectContaining({ mode: 'slider', isPeaking: false }),
  ]);
});
