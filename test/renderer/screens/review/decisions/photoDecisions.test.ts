import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  everyPhotograph,
  type PhotographQuery,
  type PhotographView,
} from '../../../../../contract/review/list-queries.ts';
import type { DecisionChange } from '../../../../../contract/review/photo-decision.ts';
import {
  decideAboutClicked,
  decidePhotographs,
  toggleLabel,
  toggleLabelOfClicked,
} from '../../../../../renderer/screens/review/decisions/photoDecisions.ts';
import { focusOn, showNeighbor } from '../../../../../renderer/screens/review/panes/paneActions.ts';
import { serialize } from '../../../../../renderer/screens/review/serialize.ts';
import { emptySelection, selectOne } from '../../../../../renderer/state/lists/selection.ts';
import type { PhotoPane } from '../../../../../renderer/state/review/panes.ts';
import { closePanes, openPanes, usePanes } from '../../../../../renderer/state/review/panesStore.ts';
import { photographList } from '../../../../../renderer/state/review/photographList.ts';
import { noFilters, setPhotographs, useReviewUi } from '../../../../../renderer/state/review/reviewUi.ts';
import { ok, photographLists, stubBridge } from '../../../../helpers/window/photograph-lists.ts';

/** A fake main process; a list contains the photographs that match its query. */
let photographs: PhotographView[];

const through = ({ undecided }: PhotographQuery) =>
  photographs.filter(({ decision }) => !undecided || decision.flag === 0).map(({ id }) => id);
const main = {
  ...photographLists(through, (id) => photographs.find((each) => each.id === id) ?? null),
  decide: async ({ on, change }: { on: { ids: number[] }; change: DecisionChange }) => {
    photographs = photographs.map((row) =>
      on.ids.includes(row.id) ? { ...row, decision: { ...row.decision, ...change } } : row,
    );
    return ok(on.ids.length);
  },
};

beforeEach(() => {
  // The list reports its visible rows a moment later, after this test has ended.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  photographs = [1, 2, 3, 4, 5].map(
    (id) => ({ id, decision: { flag: 0, stars: 0, label: 0, note: '' } }) as PhotographView,
  );
  const desk = { showPhotographs: () => ok(undefined) };
  stubBridge({ photographs: main, desk });
});
afterEach(() => {
  vi.useRealTimers();
  useReviewUi.setState({ query: everyPhotograph, selection: emptySelection });
});

async function filterBy(filters: Partial<typeof noFilters>) {
  const query = { ...everyPhotograph, ...noFilters, ...filters };
  useReviewUi.setState({ query });
  await photographList.open(query);
  setPhotographs(selectOne({ id: 1, place: 0 }));
}
const flags = () => photographs.map(({ decision }) => decision.flag);
const lead = () => useReviewUi.getState().selection.lead?.id;

it.each([
  ['under a filter', { undecided: true }, false],
  ['under a filter, going on', { undecided: true }, true],
  ['going on in a list of all', {}, true],
])('decisions in quick succession apply to one photograph each: %s', async (_, filters, shouldAdvance) => {
  await filterBy(filters);
  await Promise.all(([-1, 1, -1] as const).map((flag) => decidePhotographs({ flag }, shouldAdvance)));
  expect(flags()).toEqual([-1, 1, -1, 0, 0]);
  expect(lead()).toBe(4);
});

it('decisions in quick succession all apply to the photograph that stays in view', async () => {
  await filterBy({});
  await Promise.all([decidePhotographs({ flag: 1 }), decidePhotographs({ stars: 3 })]);
  expect(photographs[0]?.decision).toMatchObject({ flag: 1, stars: 3 });
  expect(lead()).toBe(1);
});

it.each([
  ['under a filter', { undecided: true }, false],
  ['going on in a list of all', {}, true],
])('a click applies to its photograph while earlier keys still wait: %s', async (_, filters, shouldAdvance) => {
  await filterBy(filters);
  const keys = [decidePhotographs({ flag: -1 }, shouldAdvance), decidePhotographs({ flag: -1 }, shouldAdvance)];
  // The first photograph is on the screen; the second key has moved on to the third before the click is handled.
  await Promise.all([...keys, decideAboutClicked(1, { flag: 1, stars: 4 })]);
  expect(flags()).toEqual([1, -1, 0, 0, 0]);
  expect(photographs.map(({ decision }) => decision.stars)).toEqual([4, 0, 0, 0, 0]);
  expect(lead()).toBe(3);
  await decidePhotographs({ flag: 1 });
  expect(flags()).toEqual([1, -1, 1, 0, 0]);
});

it('a click on another photograph than the active one does not move the active row', async () => {
  await filterBy({ undecided: true });
  setPhotographs(selectOne({ id: 3, place: 2 }));
  await decideAboutClicked(2, { flag: 1 });
  expect([flags(), lead()]).toEqual([[0, 1, 0, 0, 0], 3]);
  expect(useReviewUi.getState().selection.lead?.place).toBe(1);
  toggleLabelOfClicked(1, 3, 0);
  toggleLabelOfClicked(1, 3, 0);
  await decideAboutClicked(4, { flag: -1 });
  expect([photographs[0]?.decision.label, flags(), lead()]).toEqual([0, [0, 1, 0, -1, 0], 3]);
});

it('the same label twice in quick succession removes it', async () => {
  await filterBy({});
  toggleLabel(2);
  toggleLabel(2);
  await decidePhotographs({ stars: 1 });
  expect(photographs[0]?.decision).toMatchObject({ label: 0, stars: 1 });
});

it('a pending read of the list completes before the next decision', async () => {
  await filterBy({ undecided: true });
  const decided = Promise.all(([-1, 1, -1] as const).map((flag) => decidePhotographs({ flag })));
  for (let times = 0; times < 5; times += 1) {
    void photographList.refresh();
    await Promise.resolve();
  }
  await decided;
  expect(flags()).toEqual([-1, 1, -1, 0, 0]);
});

it('handles keys in a comparison in order: a decision applies to the photograph that was framed when its key was pressed', async () => {
  await filterBy({});
  const pane = (id: number): PhotoPane => ({ id, place: id - 1, versionId: null });
  openPanes('compare', { panes: [pane(1), pane(2)], focus: 1, isVersions: false, left: 0, isSelection: false });
  const { decide } = main;
  const turns: (() => void)[] = [];
  vi.spyOn(main, 'decide').mockImplementation(async (sent) => {
    await new Promise<void>((resolve) => turns.push(resolve));
    return decide(sent);
  });
  void decidePhotographs({ flag: 1 });
  void serialize(() => focusOn(usePanes.getState().focus - 1));
  void decidePhotographs({ flag: -1 });
  const turned = serialize(() => showNeighbor(1));
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  turns[0]!();
  await vi.waitFor(() => expect(turns).toHaveLength(2));
  expect(usePanes.getState().panes.map(({ id }) => id)).toEqual([1, 2]);
  turns[1]!();
  await turned;
  expect(photographs.map(({ decision }) => decision.flag)).toEqual([-1, 1, 0, 0, 0]);
  expect(usePanes.getState().panes.map(({ id }) => id)).toEqual([3, 2]);
  closePanes();
});
