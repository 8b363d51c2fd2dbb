import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { FolderWatcher } from '../../../../main/intake/watch/folder-watcher.ts';
import type { WatchEvent, WatchRequest } from '../../../../main/intake/watch/watch-request.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

const photograph = readFileSync(sample('coffee'));
const times = { settleMs: 200, maxStallMs: 60_000, checkMs: 60, firstRetryMs: 30, lastRetryMs: 120, pollMs: 60 };
const open: FolderWatcher[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watcher) => watcher.close()));
});

const requestOf = (path: string): WatchRequest => ({
  ...{ path, subfolders: true, ignore: [], existing: 'take', polling: false, outputFolders: [], times },
});

function setUp(...files: string[]) {
  const home = scratchFolder();
  const root = join(home, 'photos');
  mkdirSync(root);
  const put = (name: string, bytes: Uint8Array = photograph) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), bytes);
  };
  for (const file of files) put(file);
  const events: WatchEvent[] = [];
  const start = (change: Partial<WatchRequest> = {}) => {
    const watcher = new FolderWatcher({ ...requestOf(root), ...change }, (event) => events.push(event));
    open.push(watcher);
    return watcher;
  };
  const found = () =>
    events.flatMap((event) => (event.kind === 'found' ? [event.path.slice(root.length + 1)] : [])).sort();
  const kinds = () => events.map(({ kind }) => kind).filter((kind) => kind !== 'found');
  const until = async (check: () => boolean) => {
    for (let i = 0; i < 1_500 && !check(); i++) await sleep(20);
    if (!check()) throw new Error(`still: ${JSON.stringify(events)}`);
  };
  return { home, root, put, events, start, found, kinds, until };
}

describe('reporting', () => {
  it('reports existing and new photographs with their folders, and nothing else', async () => {
    const { put, events, start, found, kinds, until } = setUp(
      'a.png',
      'trip/b.png',
      'notes.txt',
      '.hidden.png',
      'raw/x.png',
      'c.png.part',
    );
    start({ ignore: ['raw'] });
    await until(() => kinds().includes('ready') && found().length === 2);
    put('trip/day 2/d.png');
    put('e.txt');
    put('raw/y.png');
    await until(() => found().length === 3);
    await sleep(600);
    expect(found()).toEqual(['a.png', 'trip/b.png', 'trip/day 2/d.png']);
    const folders = events.flatMap((event) => (event.kind === 'found' ? [[event.relativeFolder, event.existing]] : []));
    expect(folders.sort()).toEqual([
      ['', true],
      ['trip', true],
      [join('trip', 'day 2'), false],
    ]);
  });

  it('reports only new photographs and no subfolders if set so', {
    tags: ['long'],
  }, async () => {
    const { put, start, found, kinds, until } = setUp('old.png', 'sub/old.png');
    start({ existing: 'skip', subfolders: false });
    await until(() => kinds().includes('ready'));
    put('new.png');
    put('sub/new.png');
    await until(() => found().length === 1);
    await sleep(600);
    expect(found()).toEqual(['new.png']);
  });

  it("reports each of several slow copies once, when complete, and a tether's file when it is renamed", async () => {
    const { root, put, start, found, kinds, until } = setUp();
    start();
    await until(() => kinds().includes('ready'));
    const names = ['1.png', '2.png', '3.png'];
    const files = names.map((name) => openSync(join(root, name), 'w'));
    const part = Math.ceil(photograph.length / 5);
    for (let i = 0; i < 5; i++) {
      for (const file of files) writeSync(file, photograph, i * part, Math.min(part, photograph.length - i * part));
      expect(found()).toEqual([]);
      if (i < 4) await sleep(350);
    }
    files.forEach(closeSync);
    put('shot.png.tmp');
    await until(() => found().length === 3);
    renameSync(join(root, 'shot.png.tmp'), join(root, 'shot.png'));
    await until(() => found().length === 4);
    await sleep(500);
    expect(found()).toEqual([...names, 'shot.png']);
  });

  it("never reports the app's own output, neither by folder nor by file", async () => {
    const { root, put, start, found, kinds, until } = setUp('a.png', 'Burnish/a-cutout.png');
    start({ outputFolders: [join(root, 'Burnish')], isOwn: (path) => path.endsWith('own.png') });
    await until(() => kinds().includes('ready'));
    put('Burnish/sub/b-cutout.png');
    put('own.png');
    put('b.png');
    await until(() => found().length === 2);
    await sleep(500);
    expect(found()).toEqual(['a.png', 'b.png']);
  });

  it('keeps watching if the output folder is the watched one', async () => {
    const { home, root, start, found, until } = setUp('a.png');
    start({ outputFolders: [root, home] });
    await until(() => found().length === 1);
  });

  // Other systems allow only valid text as names.
  it.runIf(process.platform === 'linux')('reports names it cannot read, each once', async () => {
    const { root, put, events, start, until } = setUp('a.jpg');
    const broken = (name: string) => writeFileSync(Buffer.from(join(root, name), 'latin1'), photograph);
    for (const name of ['caf\xe9.jpg', 'ol\xe9.jpg', 'notes\xe9.txt']) broken(name);
    start();
    const notices = () =>
      events.flatMap((event) => (event.kind === 'notice' ? [messageText(event.message).replace(/\ufffd/g, '?')] : []));
    await until(() => notices().length === 1);
    expect(notices()[0]).toMatch(
      /^2 files in “photos”, including “(caf|ol)\?.jpg”, have names that are not valid UTF-8/,
    );
    broken('th\xe9.jpg');
    put('b.jpg');
    await until(() => notices().length === 2);
    expect(notices()[1]).toBe(
      '“th?.jpg” in “photos” has a name that is not valid UTF-8. Rename it, and it will be added.',
    );
  });

  it('is not led in circles by links', { tags: ['long'] }, async () => {
    const { root, put, start, found, kinds, until } = setUp('a.png', 'sub/b.png');
    symlinkSync(root, join(root, 'sub', 'loop'));
    start();
    await until(() => kinds().includes('ready'));
    put('sub/c.png');
    await until(() => found().length === 3);
    await sleep(500);
    expect(found()).toEqual(['a.png', 'sub/b.png', 'sub/c.png']);
  });
});

describe('links in a watched folder', () => {
  const notices = (events: readonly WatchEvent[]) =>
    events.flatMap((event) => (event.kind === 'notice' ? [messageText(event.message)] : []));
  const withLinks = () => {
    const stage = setUp('a.png', 'sub/b.png');
    const elsewhere = scratchFolder();
    writeFileSync(join(elsewhere, 'private.png'), photograph);
    symlinkSync(elsewhere, join(stage.root, 'album.2024'));
    symlinkSync(join(elsewhere, 'private.png'), join(stage.root, 'sub', 'c.png'));
    symlinkSync('a.png', join(stage.root, 'same.png'));
    return { ...stage, elsewhere };
  };

  const checkLinksOut = async (polling: boolean) => {
    const { root, elsewhere, put, events, start, found, until } = withLinks();
    start({ polling });
    await until(() => notices(events).length === 1 && found().length === 2);
    writeFileSync(join(elsewhere, 'later.png'), photograph);
    symlinkSync(join(elsewhere, 'private.png'), join(root, 'later.png'));
    put('d.png');
    await until(() => found().length === 3);
    expect(found()).toEqual(['a.png', 'd.png', 'sub/b.png']);
    expect(notices(events)).toEqual(['2 links point outside “photos” and were not followed.']);
  };
  it.each([false, true])('that lead out are skipped, and reported once (polling: %s)', checkLinksOut);

  it('are followed if the folder is set so', async () => {
    const { start, found, until } = withLinks();
    start({ followLinks: true });
    await until(() => found().length === 5);
    expect(found()).toEqual(['a.png', 'album.2024/private.png', 'same.png', 'sub/b.png', 'sub/c.png']);
  });

  it('do not lead to results in the folder, under any name of the output folder', async () => {
    const { root, put, start, found, kinds, until } = setUp();
    renameSync(root, `${root}-real`);
    symlinkSync(`${root}-real`, root);
    put('a.png');
    put('Out/result.png');
    symlinkSync(`${root}-real/Out`, `${root}-out`);
    put('Later/b.png');
    start({ outputFolders: [`${root}-out`] });
    await until(() => kinds().includes('ready'));
    put('Out/second.png');
    put('c.png');
    await until(() => found().includes('c.png'));
    expect(found()).toEqual(['Later/b.png', 'a.png', 'c.png']);
  });

  it('are watched for a new target, if the folder itself is one', async () => {
    const { root, home, put, start, found, kinds, until } = setUp('a.png');
    renameSync(root, join(home, 'first'));
    mkdirSync(join(home, 'second'));
    writeFileSync(join(home, 'second', 'b.png'), photograph);
    symlinkSync('first', root);
    start();
    await until(() => found().includes('a.png') && kinds().includes('ready'));
    rmSync(root);
    symlinkSync('second', root);
    await until(() => found().includes('b.png'));
    put('c.png');
    await until(() => found().includes('c.png'));
  });

  it('are not reported for the folder itself, whose photographs keep its name', {
    tags: ['long'],
  }, async () => {
    const { root, put, start, found, events, until } = setUp('a.png');
    renameSync(root, `${root}-real`);
    symlinkSync(`${root}-real`, root);
    start();
    await until(() => found().length === 1);
    put('sub/b.png');
    await until(() => found().length === 2);
    expect(found()).toEqual(['a.png', 'sub/b.png']);
    expect(notices(events)).toEqual([]);
  });
});

describe('when the folder goes away', () => {
  it.each([
    ['missing', false],
    ['a file', true],
  ])('waits for a folder that is %s', async (_, isFile) => {
    const { root, put, events, start, found, kinds, until } = setUp();
    rmSync(root, { recursive: true });
    if (isFile) writeFileSync(root, '');
    start();
    await until(() => kinds().includes('gone'));
    const missing = 'The folder “photos” is currently missing. Watching resumes when it is available again.';
    expect(messageText(events[0]?.kind === 'gone' ? events[0].message : '')).toMatch(isFile ? /“photos”/ : missing);

    rmSync(root, { force: true });
    put('a.png');
    await until(() => found().length === 1);

    expect(kinds()).toEqual(['gone', 'back', 'ready']);
  });

  it('resumes automatically, and reports new files, none twice', async () => {
    const { home, root, put, start, found, kinds, until } = setUp('a.png');
    start();
    await until(() => found().length === 1);
    renameSync(root, join(home, 'away'));
    await until(() => kinds().includes('gone'));
    cpSync(sample('chelsea'), join(home, 'away', 'b.png'));
    renameSync(join(home, 'away'), root);
    await until(() => found().length === 2);
    put('c.png');
    await until(() => found().length === 3);
    await sleep(500);
    expect(found()).toEqual(['a.png', 'b.png', 'c.png']);
    expect(kinds()).toEqual(['ready', 'gone', 'back', 'ready']);
  });

  it('scans a card that was swapped for another one in a moment', async () => {
    const { home, root, start, found, kinds, until } = setUp('a.png');
    mkdirSync(join(home, 'other'));
    cpSync(sample('chelsea'), join(home, 'other', 'b.png'));
    utimesSync(join(home, 'other', 'b.png'), new Date(), new Date(Date.now() - 86_400_000));
    start({ existing: 'skip' });
    await until(() => kinds().includes('ready'));
    renameSync(root, join(home, 'first'));
    renameSync(join(home, 'other'), root);
    await until(() => found().length === 1);
    expect(found()).toEqual(['b.png']);
    expect(kinds()).toContain('back');
  });
});

const limit = 'echo 5 > /proc/sys/user/max_inotify_watches';
/** Runs a script in a user namespace limited to five folder watches; not every system allows one. */
const scarce = (script: string) =>
  spawnSync(
    'unshare',
    ['-Ur', 'sh', '-c', `${limit} && exec "$0" --input-type=module -e "$1"`, process.execPath, script],
    { encoding: 'utf8', timeout: 30_000 },
  );

describe('when the system cannot watch so many folders', () => {
  it.skipIf(scarce('').status !== 0)('looks through them at intervals instead, and says so', () => {
    const { root, put } = setUp('a.png', ...Array.from({ length: 20 }, (_, i) => `${i}/b.txt`));
    put('7/c.png');
    const watcher = new URL('../../../../main/intake/watch/folder-watcher.ts', import.meta.url).href;
    const { stdout } = scarce(`
      import { FolderWatcher } from ${JSON.stringify(watcher)};
      let left = 2;
      const watcher = new FolderWatcher(${JSON.stringify(requestOf(root))}, (event) => {
        console.log(JSON.stringify(event));
        if (event.kind === 'found' && --left === 0) watcher.close();
      });
    `);
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WatchEvent);
    expect(events.filter(({ kind }) => kind === 'found')).toHaveLength(2);
    expect(events[0]).toEqual({
      kind: 'notice',
      message: matchingMessage(
        'The system cannot watch any more folders at once. Burnish checks “photos” every few seconds instead.',
      ),
    });
  });
});

describe('polling and closing', () => {
  it('scans a polled folder completely, because a share can hide changes', {
    tags: ['long'],
  }, async () => {
    const { put, start, found, kinds, until } = setUp('a.png');
    start({ polling: true, times: { ...times, pollMs: 3600_000, checkMs: 3600_000, rescanMs: 300 } });
    await until(() => kinds().includes('ready') && found().length === 1);
    put('b.png');
    await until(() => found().length === 2);
    await sleep(600);
    expect([found(), kinds()]).toEqual([['a.png', 'b.png'], ['ready']]);
  });

  it('checks again on request, and reports nothing twice', async () => {
    const { put, start, found, kinds, until } = setUp('a.png');
    // Intervals longer than the test, as if events were lost during sleep.
    const watcher = start({ polling: true, times: { ...times, pollMs: 3600_000, checkMs: 3600_000 } });
    await until(() => kinds().includes('ready') && found().length === 1);
    put('b.png');
    watcher.recheck();
    await until(() => found().length === 2);
    watcher.recheck();
    await until(() => kinds().filter((kind) => kind === 'ready').length === 3);
    expect(found()).toEqual(['a.png', 'b.png']);
  });

  it('reports nothing after it is closed', async () => {
    const { put, events, start, kinds, until } = setUp();
    const watcher = start();
    await until(() => kinds().includes('ready'));
    put('a.png');

    await watcher.close();

    const before = events.length;
    put('b.png');
    await sleep(600);
    expect(events).toHaveLength(before);
  });
});
