import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { type KeyContext, shortcutIds, shortcuts } from '../../../../contract/app/shortcuts.ts';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import {
  commandGroups,
  commands,
  commandsForContext,
  groupsForContext,
  idsOf,
  isCommand,
  isPossible,
  nameOf,
  whyUnavailable,
} from '../../../../renderer/commands/table.ts';
import '../../../../renderer/app/commands/commandTable.ts';
import en from '../../../../renderer/locales/en.json' with { type: 'json' };
import { useLoad } from '../../../../renderer/state/data/store.ts';
import { emptySelection, selectOne } from '../../../../renderer/state/lists/selection.ts';
import { jobList } from '../../../../renderer/state/queue/jobList.ts';
import { setSelection } from '../../../../renderer/state/queue/queueUi.ts';
import { photographList } from '../../../../renderer/state/review/photographList.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the command table', () => {
  it('has texts for all commands, and for nothing else', () => {
    const named = Object.entries(en.commands).flatMap(([group, words]) =>
      Object.keys(words).map((id) => `${group}.${id}`),
    );
    expect(named.toSorted()).toEqual(shortcutIds.toSorted());
    for (const id of shortcutIds) expect(nameOf(id), id).not.toBe(`commands.${id}`);
  });

  it('lists each command under one heading', () => {
    expect(commandGroups.flatMap(idsOf).toSorted()).toEqual(shortcutIds.toSorted());
  });

  it.each<[KeyContext, readonly string[]]>([
    ['queue', ['queue', 'app', 'go', 'review', 'grid', 'loupe', 'panes', 'touch', 'judging']],
    ['grid', ['grid', 'review', 'app', 'go', 'queue', 'loupe', 'panes', 'touch', 'judging']],
    ['loupe', ['loupe', 'review', 'app', 'go', 'queue', 'grid', 'panes', 'touch', 'judging']],
    ['survey', ['panes', 'loupe', 'review', 'app', 'go', 'queue', 'grid', 'touch', 'judging']],
    ['touch', ['touch', 'loupe', 'app', 'go', 'queue', 'review', 'grid', 'panes', 'judging']],
    ['judging', ['judging', 'loupe', 'app', 'go', 'queue', 'review', 'grid', 'panes', 'touch']],
    ['elsewhere', ['app', 'go', 'queue', 'review', 'grid', 'loupe', 'panes', 'touch', 'judging']],
  ])('lists the commands for “%s” first', (ground, groups) => {
    expect(groupsForContext(ground)).toEqual(groups);
  });

  it('has an action for each command, but not for keys that only work in a control', () => {
    const moves = shortcutIds.filter((id) => 'isMove' in shortcuts[id]);
    expect(Object.keys(commands).toSorted()).toEqual(shortcutIds.filter((id) => !moves.includes(id)).toSorted());
  });

  it('offers each command in the palette of all of its contexts while it is possible', () => {
    const settings = settingsSchema.parse({});
    const tally = { failed: 1, queued: 1, running: 0 };
    // Every page has this function; commands call it if another test has left photographs selected.
    vi.stubGlobal('getSelection', () => null);
    useLoad.setState({ phase: 'ready', data: { settings, tally, batches: [], profiles: [], studio: {} } as never });
    for (const id of shortcutIds.filter(isCommand)) {
      for (const ground of shortcuts[id].contexts as readonly KeyContext[]) {
        const isPossible = commands[id].possible?.() ?? true;
        expect(commandsForContext(ground).includes(id), `${id} at ${ground}`).toBe(
          isPossible && !commands[id].isForKeys,
        );
      }
    }
    expect(commandsForContext('elsewhere')).not.toContain('review.pick');
    expect(commandsForContext('queue')[0]?.startsWith('queue.')).toBe(true);
  });

  it.each([false, true])('offers commands about clients’ choices if there are any: %s', (hasClientAnswers) => {
    const settings = settingsSchema.parse({});
    const data = { settings, batches: [], profiles: [], studio: null, tally: {}, hasClientAnswers };
    useLoad.setState({ phase: 'ready', data: data as never });
    photographList.use.setState({ phase: 'ready', count: 1 });
    for (const id of ['grid.showClient', 'review.takeOver', 'review.unpickRest'] as const)
      expect(isPossible(id, 'grid'), id).toBe(hasClientAnswers);
    photographList.use.setState({ count: 0 });
  });

  it('offers unavailable commands with the reason', () => {
    const rows = new Map([[0, { id: 1, resultCount: 0 } as JobSummary]]);
    jobList.use.setState({ phase: 'ready', count: 1, rows });
    setSelection(selectOne({ id: 1, place: 0 }));
    expect(commandsForContext('queue')).toContain('queue.review');
    expect(isPossible('queue.review', 'queue')).toBe(false);
    expect(whyUnavailable('queue.review')).toBe('This photograph has no result yet.');
    jobList.update([{ id: 1, resultCount: 1 } as JobSummary]);
    expect(isPossible('queue.review', 'queue')).toBe(true);
    expect(whyUnavailable('queue.review')).toBeNull();
    setSelection(emptySelection);
    expect(commandsForContext('queue')).not.toContain('queue.review');
  });
});
