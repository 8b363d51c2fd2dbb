import '../../../../renderer/app/commands/commandTable.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { menuCommands } from '../../../../contract/app/menu-commands.ts';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { readingOf } from '../../../../contract/messages/language.ts';
import { setReading } from '../../../../contract/messages/translator.ts';
import { builtInProfile } from '../../../../contract/services/profile.ts';
import { possibleInMenu } from '../../../../renderer/app/commands/applicationMenu.ts';
import { matchCommands } from '../../../../renderer/app/palette/matchCommands.ts';
import { commandCandidates, paletteGroups, rememberCommand } from '../../../../renderer/app/palette/paletteCommands.ts';
import en from '../../../../renderer/locales/en.json' with { type: 'json' };
import { useLoad } from '../../../../renderer/state/data/store.ts';
import { emptySelection, selectOne } from '../../../../renderer/state/lists/selection.ts';
import { jobList } from '../../../../renderer/state/queue/jobList.ts';
import { setSelection } from '../../../../renderer/state/queue/queueUi.ts';
import { photographList } from '../../../../renderer/state/review/photographList.ts';
import { setPhotographs, useReviewUi } from '../../../../renderer/state/review/reviewUi.ts';
import { currentSettings } from '../../../../renderer/state/settings/settings.ts';
import { type Screen, useUi } from '../../../../renderer/state/window/navigation.ts';

const findCommands = (query: string) => matchCommands(query, commandCandidates()).map(({ id }) => id);

const profiles = [builtInProfile, { ...builtInProfile, id: 'paid', kind: 'remote', charges: true }];

const save = vi.fn(async (_: object) => ({ ok: true, value: undefined }));

function show(screen: Screen, settings: object = {}): void {
  useUi.setState({ screen, intent: null });
  const data = {
    settings: settingsSchema.parse(settings),
    tally: { all: 3, failed: 0 },
    batches: [],
    profiles,
    studio: null,
  };
  useLoad.setState({ phase: 'ready', data: data as never });
}

beforeEach(() => {
  save.mockClear();
  vi.stubGlobal('window', { burnish: { settings: { save }, lists: new Proxy({}, { get: () => save }) } });
  vi.stubGlobal('getSelection', () => null);
  photographList.use.setState({ phase: 'ready', count: 1, rows: new Map([[0, { id: 7, versions: 2 } as never]]) });
  jobList.use.setState({
    phase: 'ready',
    count: 1,
    rows: new Map([[0, { id: 1, state: 'done', resultCount: 1 } as never]]),
  });
  setSelection(selectOne({ id: 1, place: 0 }));
  setPhotographs(selectOne({ id: 7, place: 0 }));
  useReviewUi.setState({ isLoupe: false });
});
afterAll(() => setReading(readingOf(['en'])));

describe('a query in the palette', () => {
  it.each([
    ['en', 'queue', 'studio', 'app.studio'],
    ['en', 'queue', 'costs', 'app.costs'],
    ['en', 'settings', 'prices', 'app.costs'],
    ['en', 'review', 'credits', 'app.costs'],
    ['en', 'folders', 'limit', 'app.costs'],
    ['en', 'review', 'keywords', 'review.info'],
    ['en', 'queue', 'keyword', 'review.info'],
    ['en', 'queue', 'trash', 'queue.remove'],
    ['en', 'queue', 'delete', 'queue.remove'],
    ['en', 'review', 'remove', 'review.removeProofs'],
    ['en', 'review', 'delete', 'review.keepOnly'],
    ['en', 'settings', 'crash', 'app.crashes'],
    ['en', 'queue', 'crash reports', 'app.crashes'],
    ['en', 'queue', 'networks', 'go.services'],
    ['en', 'queue', 'models', 'go.services'],
    ['en', 'review', 'download', 'go.services'],
    ['en', 'queue', 'rename', 'review.export'],
    ['en', 'review', 'file names', 'review.export'],
    ['en', 'recipes', 'contact sheet', 'review.export'],
    ['en', 'queue', 'card', 'app.copyCard'],
    ['en', 'queue', 'SD', 'app.copyCard'],
    ['en', 'review', 'import', 'app.copyCard'],
    ['en', 'queue', 'gallery', 'review.gallery'],
    ['en', 'review', 'client', 'review.gallery'],
    ['en', 'review', 'proof', 'review.gallery'],
    ['en', 'review', 'undo', 'app.undo'],
    ['en', 'review', 'language', 'app.language'],
    ['en', 'review', 'dark mode', 'app.dark'],
    ['en', 'review', 'hotkey', 'app.help'],
    ['en', 'review', 'change shortcuts', 'app.shortcuts'],
    ['en', 'review', 'logs', 'app.logs'],
    ['en', 'review', 'diagnostics', 'app.diagnostics'],
    ['en', 'review', 'retouch', 'review.with'],
    ['en', 'queue', 'retouch', 'queue.with'],
    ['en', 'review', 'remove background', 'review.with'],
    ['en', 'settings', 'background', 'go.recipes'],
    ['en', 'review', 'picks import client', 'app.picks'],
    ['en', 'review', 'expor', 'review.export'],
    ['de', 'queue', 'Kosten', 'app.costs'],
    ['de', 'review', 'stichworter', 'review.info'],
    ['de', 'queue', 'umbenennen', 'review.export'],
    ['de', 'queue', 'papierkorb', 'queue.remove'],
    ['de', 'review', 'galerie', 'review.gallery'],
    ['de', 'settings', 'absturz', 'app.crashes'],
    ['ja', 'queue', '料金', 'app.costs'],
    ['ja', 'review', 'キーワード', 'review.info'],
    ['ja', 'queue', '取り込み', 'app.copyCard'],
    ['ja', 'queue', 'ファイル名', 'review.export'],
    ['ja', 'settings', 'クラッシュ', 'app.crashes'],
    ['ja', 'review', 'ショートカット', 'app.help'],
    ['fr', 'queue', 'credits', 'app.costs'],
    ['ru', 'queue', 'темная тема', 'app.dark'],
  ] as const)('%s, %s: “%s” finds %s first', async (language, screen, query, command) => {
    await setReading(readingOf([language]));
    show(screen);
    // A photograph without results.
    if (query === 'remove') photographList.use.setState({ rows: new Map([[0, { id: 7, shown: null } as never]]) });
    expect(findCommands(query)[0]).toBe(command);
  });

  it('finds nothing if one of its words is missing', async () => {
    await setReading(readingOf(['en']));
    show('queue');
    expect(findCommands('export pancakes')).toEqual([]);
  });
});

describe('the palette without a query', () => {
  const groups = () => Object.fromEntries(paletteGroups().map(({ title, ids }) => [title, ids]));

  it('starts with recent commands, the next step, and the screen', async () => {
    await setReading(readingOf(['en']));
    show('review', { recentCommands: ['go.queue', 'no.such', 'queue.retry', 'review.pick'] });
    expect(paletteGroups().map(({ title }) => title)).toEqual([
      en.palette.recent,
      en.palette.suggested,
      en.help.groups.grid,
      en.help.groups.review,
      en.help.groups.app,
      en.help.groups.go,
    ]);
    expect(groups()[en.palette.recent]).toEqual(['go.queue', 'review.pick']);
    expect(groups()[en.palette.suggested]).toEqual(['review.export', 'review.with']);
    const all = paletteGroups().flatMap(({ ids }) => ids);
    expect(all).toHaveLength(new Set(all).size);
  });

  it('offers the export on every screen with photographs', () => {
    show('queue');
    expect(groups()[en.palette.suggested]).toEqual(['review.export', 'queue.with']);
    setSelection(emptySelection);
    photographList.use.setState({ count: 0 });
    show('settings');
    expect(groups()[en.palette.suggested]).toEqual(['review.export']);
    useLoad.setState(({ data }: never) => ({ data: { ...(data as object), tally: { all: 0 } } }) as never);
    expect(groups()[en.palette.suggested]).toBeUndefined();
  });

  it('has no commands for clients until a gallery was created; a query finds them', () => {
    show('review');
    expect(paletteGroups().flatMap(({ ids }) => ids)).not.toContain('app.picks');
    expect(findCommands('client’s picks')).toContain('app.picks');
    show('review', { lastGallery: {} });
    expect(paletteGroups().flatMap(({ ids }) => ids)).toContain('app.picks');
  });

  it('keeps the last five commands', () => {
    show('queue', { recentCommands: ['go.queue', 'go.settings', 'go.services', 'go.recipes', 'go.folders'] });
    rememberCommand('go.services');
    rememberCommand('go.review');
    const recentCommands = ['go.review', 'go.services', 'go.queue', 'go.settings', 'go.recipes'];
    expect(currentSettings().recentCommands).toEqual(recentCommands);
  });
});

describe('the application menu', () => {
  it('has the possible commands, and only other screens while a dialog is open', () => {
    const dialogs: object[] = [];
    vi.stubGlobal('document', { querySelectorAll: () => dialogs });
    show('queue');
    expect(possibleInMenu()).toEqual(menuCommands.filter((id) => id !== 'go.studio' && id !== 'review.followSecond'));
    dialogs.push({ checkVisibility: () => true });
    const screens = ['go.queue', 'go.review', 'go.folders', 'go.recipes', 'go.services', 'go.settings'];
    expect(possibleInMenu()).toEqual(screens);
  });
});
