import { beforeEach, expect, it } from 'vitest';
import {
  closeLook,
  isLooking,
  lookedAt,
  openFocused,
  openLook,
  useLook,
} from '../../../../renderer/state/look/look.ts';
import { loupeView, noteView, useLoupeLook } from '../../../../renderer/state/look/loupeLook.ts';
import type { LookPane } from '../../../../renderer/state/look/panes.ts';
import {
  changeQuery,
  closeLoupe,
  openLoupe,
  setPhotographs,
  useReviewUi,
} from '../../../../renderer/state/reviewUi.ts';

const pane = (id: number, versionId: number | null = null): LookPane => ({ id, place: id - 1, versionId });
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
  closeLook();
  closeLoupe();
  setPhotographs(marks(2, 3, 4));
});

it('comes back to the grid as it was left', () => {
  openLook('compare', { ...none, panes: [pane(2), pane(3)], focus: 0, isSelection: true });
  expect(isLooking()).toBe(true);
  closeLook();
  expect(isLooking()).toBe(false);
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 2, isAll: false });
});

it('comes back to the grid on the photograph that was framed last', () => {
  openLook('compare', { ...none, panes: [pane(2), pane(3)], focus: 0 });
  useLook.setState({ panes: [pane(2), pane(9)], focus: 1 });
  closeLook();
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 9, isAll: false });
});

it('leaves selected what is left of a survey of the selection, and of all', () => {
  openLook('survey', { ...none, panes: [pane(2), pane(3), pane(4)], focus: 0, isSelection: true });
  useLook.setState({ panes: [pane(2), pane(4)] });
  closeLook();
  expect(selection()).toEqual({ ids: [2, 4], lead: 2, isAll: false });

  setPhotographs({ ...marks(2), isAll: true, ids: new Set() });
  openLook('survey', { ...none, panes: [pane(2), pane(4)], focus: 0, isSelection: true });
  closeLook();
  expect(selection()).toEqual({ ids: [2, 4], lead: 2, isAll: false });
});

it('a survey of the list leaves the selection alone', () => {
  openLook('survey', { ...none, panes: [pane(7), pane(8)], focus: 0 });
  closeLook();
  expect(selection()).toEqual({ ids: [2, 3, 4], lead: 2, isAll: false });
});

it('comes back to the loupe, with the result that was framed', () => {
  openLoupe({ id: 2, place: 1 });
  openLook('compare', { ...none, panes: [pane(2, 21), pane(2, 22)], focus: 0, isVersions: true });
  useLook.setState({ focus: 1 });
  closeLook();
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, versionId: 22 });
});

it('opens the framed one in the loupe, which leads back here', () => {
  openLook('survey', { ...none, panes: [pane(2), pane(3)], focus: 1, isSelection: true });
  openFocused();
  expect([isLooking(), lookedAt()]).toEqual([false, null]);
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, selection: { lead: { id: 3 } } });
  closeLoupe();
  expect(lookedAt()?.id).toBe(3);
});

it('goes on to the loupe it came from', () => {
  openLoupe({ id: 2, place: 1 });
  openLook('compare', { ...none, panes: [pane(2), pane(3)], focus: 1 });
  openFocused();
  expect(isLooking()).toBe(false);
  expect(useReviewUi.getState()).toMatchObject({ isLoupe: true, selection: { lead: { id: 3 } } });
});

it('ends with the list it is of', () => {
  openLook('compare', { ...none, panes: [pane(2), pane(3)], focus: 0 });
  changeQuery({ text: 'wedding' });
  expect(isLooking()).toBe(false);
});

it('the loupe shows a photograph as before after comparing, and as a whole when it is opened anew', () => {
  openLoupe({ id: 2, place: 1 });
  loupeView.current = { zoom: 3, x: 0.2, y: 0.8 };
  noteView();
  useLoupeLook.setState({ way: 'difference', isPeaking: true });
  openLook('compare', { ...none, panes: [pane(2, 21), pane(2, 22)], focus: 0, isVersions: true });
  closeLook();
  expect([loupeView.current.zoom, useLoupeLook.getState().way]).toEqual([3, 'difference']);
  closeLoupe();
  openLoupe({ id: 3, place: 2 });
  expect([loupeView.current.zoom, useLoupeLook.getState()]).toEqual([
    1,
    expect.objectContaining({ way: 'slider', isPeaking: false }),
  ]);
});
