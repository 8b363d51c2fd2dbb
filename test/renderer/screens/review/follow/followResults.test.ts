import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DisplayStatus } from '../../../../../contract/app/display-status.ts';
import {
  everyPhotograph,
  type PhotographQuery,
  type PhotographView,
} from '../../../../../contract/review/list-queries.ts';
import type { Events } from '../../../../../preload/channels.ts';
import { decidePhotographs, moveLead } from '../../../../../renderer/screens/review/decisions/photoDecisions.ts';
import {
  followResults,
  stopFollow,
  toggleFollow,
  toggleFollowOnDisplay,
  useFollow,
} from '../../../../../renderer/screens/review/follow/followResults.ts';
import { loupeView, noteView } from '../../../../../renderer/screens/review/loupe/loupeView.ts';
import { emptySelection } from '../../../../../renderer/state/lists/selection.ts';
import { closePanes, openPanes } from '../../../../../renderer/state/review/panesStore.ts';
import { closeLoupe, showVersion, useReviewUi } from '../../../../../renderer/state/review/reviewUi.ts';
import { useUi } from '../../../../../renderer/state/window/navigation.ts';
import { ok, photographLists, stubBridge } from '../../../../helpers/window/photograph-lists.ts';

/** A fake main process with photographs in the order of their results. */
let photographs: PhotographView[];
let results: { readonly photographId: number; readonly resultId: number }[];
let heard: { [N in keyof Events]?: (event: Events[N]) => void };
let displayed: (number | null)[];
let isBusy: boolean;
let end: () => void;

const listed = ({ flags }: PhotographQuery) =>
  photographs.filter(({ decision }) => flags.length === 0 || flags.includes(decision.flag)).map(({ id }) => id);
const photograph = (id: number | undefined) => photographs.find((each) => each.id === id) ?? null;
const main = {
  ...photographLists(listed, photograph),
  newest: (query: PhotographQuery) => {
    const result = results.findLast(({ photographId }) => listed(query).includes(photographId));
    const shownOne = photograph(result?.photographId);
    return ok(result && shownOne ? { photograph: shownOne, resultId: result.resultId } : null);
  },
  decide: ({ on }: { on: { ids: number[] } }) => ok(on.ids.length),
};
const display = {
  status: () => ok({ isAvailable: true, isOpen: false }),
  open: () => ok(true),
  show: ({ photograph }: { photograph: { id: number } | null }) => {
    displayed.push(photograph?.id ?? null);
    return ok(undefined);
  },
  close: () => ok(undefined),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [photographs, results, heard, displayed, isBusy] = [[], [], {}, [], false];
  const on = Object.fromEntries(
    (['changes', 'display'] as const).map((name) => [
      name,
      (listener: never) => {
        heard[name] = listener;
        return () => undefined;
      },
    ]),
  );
  const lists = { showPhotographs: () => ok(undefined) };
  stubBridge({ photographs: main, display, lists, on });
  useReviewUi.setState({ query: everyPhotograph, selection: emptySelection, isLoupe: false, versionId: null });
  useUi.setState({ screen: 'review' });
  end = followResults(() => isBusy);
});
afterEach(async () => {
  stopFollow();
  end();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const changed = () => heard.changes?.({ photographsChanged: true });
function arrive(id: number, resultId = id, flag: 0 | 1 = 0): void {
  const decision = { flag, stars: 0, label: 0, note: '' };
  if (!photographs.some((each) => each.id === id))
    photographs.push({ id, name: `${id}.jpg`, decision, stack: null, shown: null } as unknown as PhotographView);
  results.push({ photographId: id, resultId });
  changed();
}
const second = () => vi.advanceTimersByTimeAsync(1000);
const shown = () => {
  const { isLoupe, selection } = useReviewUi.getState();
  return isLoupe ? (selection.lead?.id ?? null) : null;
};
const mode = () => useFollow.getState().mode;
/** Follows photographs 1 and 2, and shows the second. */
async function followTwo(): Promise<void> {
  arrive(1);
  arrive(2);
  await toggleFollow();
  expect([mode(), shown()]).toEqual(['loupe', 2]);
}

it('shows nothing until it is turned on', async () => {
  arrive(1);
  await second();
  expect(shown()).toBeNull();
});

it('shows the newest photograph at once, then each that arrives, at its position in the list', async () => {
  await followTwo();
  await second();
  arrive(3);
  await second();
  expect([shown(), useReviewUi.getState().selection.lead?.place]).toEqual([3, 2]);
  await toggleFollow();
  arrive(4);
  await second();
  expect([mode(), shown()]).toEqual(['off', 3]);
});

it('waits in an empty scope for the first photograph', async () => {
  await toggleFollow();
  expect([mode(), shown()]).toEqual(['loupe', null]);
  arrive(1);
  await second();
  expect(shown()).toBe(1);
});

it('shows a burst at most once a second, and finally its last photograph', async () => {
  await followTwo();
  const seen: (number | null)[] = [];
  const unsubscribe = useReviewUi.subscribe(() => void (seen.at(-1) !== shown() && seen.push(shown())));
  for (let id = 3; id <= 22; id += 1) {
    arrive(id);
    await vi.advanceTimersByTimeAsync(49);
  }
  await second();
  await second();
  unsubscribe();
  expect(seen.at(-1)).toBe(22);
  expect(seen.length).toBeLessThanOrEqual(2);
});

it('shows new arrivals while a long list is read, however often it changes', async () => {
  await followTwo();
  const { order } = main;
  const slow = vi.spyOn(main, 'order').mockImplementation(async (query) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return order(query);
  });
  for (let id = 3; id <= 60; id += 1) {
    arrive(id);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(shown()).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([mode(), shown()]).toEqual(['loupe', 60]);
  slow.mockRestore();
});

it.each<[string, () => unknown, () => unknown]>([
  ['pages', () => moveLead(0), () => moveLead(1)],
  ['opens another result', () => showVersion(7), () => showVersion(null)],
  ['closes the loupe', closeLoupe, () => useReviewUi.setState({ isLoupe: true })],
  ['goes to another screen', () => useUi.setState({ screen: 'queue' }), () => useUi.setState({ screen: 'review' })],
  ['zooms', () => zoomTo(3), () => zoomTo(1)],
  [
    'compares',
    () =>
      openPanes('compare', {
        panes: [{ id: 2, place: 1, versionId: null }],
        focus: 0,
        isVersions: false,
        left: 0,
        isSelection: false,
      }),
    closePanes,
  ],
])('pauses if the user %s, and resumes at the newest one', async (_, leave, comeBack) => {
  await followTwo();
  await second();
  await leave();
  const before = useReviewUi.getState();
  expect(mode()).toBe('paused');
  arrive(3);
  await second();
  expect([mode(), useReviewUi.getState()]).toEqual(['paused', before]);
  await comeBack();
  expect(mode()).toBe('loupe');
  await second();
  expect(shown()).toBe(3);
});

function zoomTo(zoom: number): void {
  loupeView.current = { ...loupeView.current, zoom };
  noteView();
}

it('pauses if the user decides, and resumes by the command', async () => {
  await followTwo();
  await decidePhotographs({ flag: 1 });
  arrive(3);
  await second();
  expect([mode(), shown()]).toEqual(['paused', 2]);
  await toggleFollow();
  expect([mode(), shown()]).toEqual(['loupe', 3]);
});

it('does not change the loupe under a dialog, a menu or a note', async () => {
  await followTwo();
  isBusy = true;
  arrive(3);
  await second();
  expect([mode(), shown()]).toEqual(['paused', 2]);
});

it('follows only photographs of the list', async () => {
  arrive(1, 1, 1);
  useReviewUi.setState({ query: { ...everyPhotograph, flags: [1] } });
  await toggleFollow();
  await second();
  arrive(2);
  await second();
  expect(shown()).toBe(1);
  arrive(3, 3, 1);
  await second();
  expect(shown()).toBe(3);
});

it('shows the newest of the rest if the photograph was removed, but stays if only a result was removed', async () => {
  await followTwo();
  arrive(1, 3);
  await second();
  expect(shown()).toBe(1);
  results.pop();
  changed();
  await second();
  expect([mode(), shown()]).toEqual(['loupe', 1]);
  arrive(3, 4);
  await second();
  photographs = photographs.filter(({ id }) => id !== 3);
  changed();
  await second();
  expect([mode(), shown()]).toEqual(['loupe', 2]);
  photographs = [];
  changed();
  await second();
  expect([mode(), shown()]).toEqual(['loupe', null]);
});

it('does not change the window on a second display, whatever the window lists', async () => {
  arrive(1);
  await toggleFollowOnDisplay();
  await moveLead(0);
  useReviewUi.setState({ query: { ...everyPhotograph, flags: [1] } });
  arrive(2);
  await second();
  await second();
  expect([mode(), shown(), displayed]).toEqual(['display', null, [1, 2]]);
});

it.each<[string, DisplayStatus, string]>([
  ['ends if its window was closed', { isAvailable: true, isOpen: false }, 'off'],
  ['waits in the main window if the display was unplugged', { isAvailable: false, isOpen: false }, 'paused'],
])('%s', async (_, status, expected) => {
  arrive(1);
  await toggleFollowOnDisplay();
  heard.display?.(status);
  expect([mode(), shown()]).toEqual([expected, null]);
});
