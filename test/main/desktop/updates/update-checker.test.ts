/** The app's updater under plain Node, with a local feed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateStatus } from '../../../../contract/app/update-status.ts';
import {
  createUpdateChecker,
  type UpdateChecker,
  type UpdateCheckerOptions,
} from '../../../../main/desktop/updates/update-checker.ts';
import { createSafeUpdater } from '../../../../main/desktop/updates/update-files.ts';
import { withShare } from '../../../../scripts/rollout/feed.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { createManualClock } from '../../../helpers/run/manual-clock.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const content = 'the new version';
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');

let folder: string;
let image: string;
let server: Server;
let answers: Map<string, string>;
let headers: IncomingHttpHeaders[];
let statuses: UpdateStatus[];
let quits: (() => void)[];
let busy: boolean;
let updater: AppUpdater;
let relaunched: string[];

beforeEach(async () => {
  folder = scratchFolder();
  image = join(folder, 'Burnish.AppImage');
  writeFileSync(image, 'the old version', { mode: 0o755 });
  process.env.APPIMAGE = image;
  [answers, headers, statuses, quits, relaunched, busy] = [new Map(), [], [], [], [], false];
  server = createServer((request, response) => {
    headers.push(request.headers);
    const answer = answers.get(URL.parse(request.url ?? '', 'http://feed')?.pathname ?? '');
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  updater = updaterOf('0.1.0');
});
afterEach(() => {
  delete process.env.APPIMAGE;
  server.close();
  server.closeAllConnections();
});

/** HTTP executor of the updater, on Node instead of Chromium. */
const overNode = () =>
  Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, callback: (response: IncomingMessage) => void) =>
      request(options, callback),
  });

/** Creates the updater of an app with this version, with Electron's part stubbed. */
function updaterOf(version: string): AppUpdater {
  const app = {
    ...{ version, name: 'Burnish', isPackaged: true, baseCachePath: folder, userDataPath: folder },
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    whenReady: async () => undefined,
    quit: () => undefined,
    onQuit: (act: (code: number) => void) => void quits.push(() => act(0)),
  };
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    app.appUpdateConfigPath,
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: burnish-updater\n`,
  );
  class Here extends electronUpdater.AppImageUpdater {
    constructor() {
      super(null, app);
    }
  }
  const made = createSafeUpdater(Here, (program) => void relaunched.push(program));
  return Object.assign(made, { httpExecutor: overNode() });
}

function follow(options: Partial<UpdateCheckerOptions> = {}): UpdateChecker {
  return createUpdateChecker({
    disabledReason: null,
    openUpdater: async () => updater,
    isAutomatic: () => true,
    isBusy: () => busy,
    onStatus: (standing) => void statuses.push(standing),
    log: { warn: () => undefined },
    ...options,
  });
}

/** Checks for updates once. */
async function look(options?: Partial<UpdateCheckerOptions>): Promise<UpdateChecker> {
  const updates = follow(options);
  await updates.look();
  return updates;
}

/** Publishes a feed of this version. @param hash of the announced file */
function publish(version: string, hash = sha512(content), more = ''): void {
  const file = `Burnish-${version}.AppImage`;
  answers.set(`/${file}`, content);
  const size = content.length;
  answers.set(
    '/latest-linux.yml',
    `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${hash}\n    size: ${size}\npath: ${file}\nsha512: ${hash}\nreleaseDate: '2026-11-28T12:00:00.000Z'\n${more}`,
  );
}

const failure = (updates: UpdateChecker) => {
  const standing = updates.status();
  return standing.state === 'failed' ? messageText(standing.why) : standing;
};

describe.runIf(process.platform === 'linux')('updates', () => {
  it('download a newer version, and install it when the app quits', async () => {
    publish('0.2.0');
    const updates = follow();
    expect(updates.status()).toEqual({ state: 'not-looked' });
    await updates.look();
    expect([statuses[0], statuses[1], statuses.at(-1)]).toEqual([
      { state: 'looking' },
      { state: 'downloading', version: '0.2.0', percent: 0 },
      { state: 'ready', version: '0.2.0', isOffered: true },
    ]);
    expect(readFileSync(image, 'utf8')).toBe('the old version');
    for (const quit of quits) quit();
    expect(readFileSync(image, 'utf8')).toBe(content);
    expect(relaunched).toEqual([]);
  });

  it('are offered when work has ended, and not before', async () => {
    publish('0.2.0');
    busy = true;
    const updates = follow();
    updates.offer();
    await updates.look();
    expect(updates.status()).toMatchObject({ state: 'ready', isOffered: false });
    updates.offer();
    updates.offer();
    expect(statuses.filter((each) => each.state === 'ready')).toMatchObject([
      { isOffered: false },
      { isOffered: true },
    ]);
  });

  it.each(['0.1.0', '0.0.9'])('leave the app unchanged if the feed has %s', async (version) => {
    publish(version);
    const updates = await look({ clock: createManualClock(4000) });
    expect(updates.status()).toEqual({ state: 'current', checkedAt: 4000 });
  });

  it('wait if the rollout has not reached this installation', async () => {
    publish('0.2.0');
    const feed = answers.get('/latest-linux.yml') ?? '';
    answers.set('/latest-linux.yml', withShare('latest-linux.yml', feed, 1).text);
    // This id puts the installation in the middle of the staged rollout.
    writeFileSync(join(folder, '.updaterId'), 'f81d4fae-7dec-51d0-a765-ffff80000000');
    const updates = await look();
    expect(updates.status().state).toBe('current');
    answers.set('/latest-linux.yml', withShare('latest-linux.yml', feed, 100).text);
    await updates.look();
    expect(updates.status().state).toBe('ready');
  });

  it('send nothing about the user', async () => {
    publish('0.2.0');
    await look();
    const id = readFileSync(join(folder, '.updaterId'), 'utf8');
    expect(headers.length).toBeGreaterThan(1);
    expect(JSON.stringify(headers)).not.toContain(id);
    expect(JSON.stringify(headers)).not.toContain('0.1.0');
  });

  it('reject and delete a download that differs from the feed', async () => {
    publish('0.2.0', sha512('something else'));
    const updates = await look();
    expect(failure(updates)).toBe(
      'The downloaded update did not match the published version and was deleted. Try again later.',
    );
    expect(existsSync(join(folder, 'burnish-updater', 'pending'))).toBe(false);
    for (const quit of quits) quit();
    expect(readFileSync(image, 'utf8')).toBe('the old version');
    // The next check may find it fixed.
    publish('0.2.0');
    await updates.look();
    expect(updates.status().state).toBe('ready');
  });

  it.each([
    ['no feed', () => undefined],
    ['a feed without files', () => answers.set('/latest-linux.yml', 'version: 0.2.0\n')],
    ['something else', () => answers.set('/latest-linux.yml', '<html>Hello</html>')],
  ])('report a feed that has %s', async (_what, set) => {
    set();
    const updates = await look();
    expect(failure(updates)).toBe('The update server returned an invalid response. Try again later.');
  });

  it('report a feed that cannot be reached', { tags: ['long'] }, async () => {
    server.close();
    server.closeAllConnections();
    const updates = await look();
    expect(failure(updates)).toMatch(/^The update server cannot be reached\./);
  });

  it('start the new version instead of the old one on request', async () => {
    image = join(folder, 'Burnish-0.1.0.AppImage');
    writeFileSync(image, 'the old version', { mode: 0o755 });
    process.env.APPIMAGE = image;
    publish('0.2.0');
    await look();
    (updater as InstanceType<typeof electronUpdater.AppImageUpdater>).install(true, true);
    const place = join(folder, 'Burnish-0.2.0.AppImage');
    expect(relaunched).toEqual([place]);
    expect(readFileSync(place, 'utf8')).toBe(content);
    expect(readdirSync(folder)).not.toContain('Burnish-0.1.0.AppImage');
  });

  it('keep the old version if it cannot be replaced, and report it', async () => {
    publish('0.2.0');
    const updates = await look();
    mkdirSync(`${image}.part`);
    let failed = 0;
    updates.restart(() => void failed++);
    expect([failed, readFileSync(image, 'utf8'), relaunched]).toEqual([1, 'the old version', []]);
  });
});

it('that are off give the reason, and send no request', async () => {
  const updates = follow({ disabledReason: 'no-feed', openUpdater: () => Promise.reject(new Error('asked')) });
  updates.start();
  await updates.look();
  updates.offer();
  expect([updates.status(), statuses]).toEqual([{ state: 'off', why: 'no-feed' }, []]);
});

it('are checked at the start and once a day if enabled', async () => {
  const clock = createManualClock();
  let looks = 0;
  let wanted = false;
  const openUpdater = () => {
    looks += 1;
    return Promise.reject(new Error('later'));
  };
  const updates = follow({ clock, openUpdater, isAutomatic: () => wanted });
  updates.start();
  expect(looks).toBe(0);
  wanted = true;
  clock.advance(24 * 60 * 60 * 1000);
  expect(looks).toBe(1);
  updates.stop();
  clock.advance(48 * 60 * 60 * 1000);
  expect(looks).toBe(1);
});
