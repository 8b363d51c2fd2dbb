/**
 * Updates from one version to the next through a local feed. A script that starts the unpacked app replaces the
 * AppImage: electron-updater downloads, verifies and installs it like any other file.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { UpdateStatus } from '../../contract/app/update-status.ts';
import { type AppWindow, openPackaged } from './app-window.ts';
import { burnish, endAll, packageInto, resourcesOf, start } from './packaged-app.ts';

const packaged = inject('packaged');
const olderVersion = '0.0.9';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

let folder: string;
let server: Server;
let feed: string;
const answers = new Map<string, string>();
const heard: string[] = [];
/** The previous version, and the next one with an additional migration. */
let older: string;
let newer: string;
/** Folder of the installed app; `burnish` in it is the AppImage. */
let place: string;
let image: string;
let data: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-updates-'));
  server = createServer((request, response) => {
    heard.push(`${request.url}\n${JSON.stringify(request.headers)}`);
    const answer = answers.get(URL.parse(request.url ?? '', feed)?.pathname ?? '');
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const words = [`--config.extraMetadata.version=${olderVersion}`];
  older = await packageInto(join(folder, 'older'), { BURNISH_UPDATE_FEED: feed }, words);
  newer = await withOneMoreMigration(packaged, join(folder, 'newer'));
  place = join(folder, 'place');
  mkdirSync(place);
  image = join(place, 'burnish');
  writeFileSync(image, imageOf(older), { mode: 0o755 });
  data = join(folder, 'data');
  env = { XDG_CACHE_HOME: join(folder, 'cache') };
});
afterAll(() => {
  endAll();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** A script that sets APPIMAGE, as the runtime of an AppImage does, and starts the app. */
const imageOf = (unpacked: string) => `#!/bin/sh\nAPPIMAGE="$0" exec '${join(unpacked, 'burnish')}' "$@"\n`;

async function withOneMoreMigration(app: string, to: string): Promise<string> {
  execFileSync('cp', ['-al', app, to]);
  const archive = join(resourcesOf(to), 'app.asar');
  const contents = join(dirname(to), 'contents');
  extractAll(archive, contents);
  writeFileSync(join(contents, 'out/main/main/store/migrations/999-next.sql'), 'CREATE TABLE next (what TEXT);');
  // Replace the hard links, because writing through them would change the copied app.
  rmSync(archive);
  rmSync(`${archive}.unpacked`, { recursive: true });
  await createPackageWithOptions(contents, archive, { unpack: '{*.node,*.so,*.so.*,libheif.wasm,libraw.wasm}' });
  rmSync(contents, { recursive: true });
  return to;
}

/** @param announced content whose checksum the feed states */
function publish(next: string, content: string, announced = content): void {
  const file = `Burnish-${next}.AppImage`;
  const sha512 = createHash('sha512').update(announced).digest('base64');
  answers.set(`/${file}`, content);
  answers.set(
    '/latest-linux.yml',
    `version: ${next}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${file}\nsha512: ${sha512}\n`,
  );
}

const standingOf = (app: AppWindow) => app.ask<UpdateStatus>('burnish.updates.standing().then(({ value }) => value)');
async function look(app: AppWindow): Promise<UpdateStatus> {
  await app.ask('burnish.updates.look()');
  const resting = ['current', 'ready', 'failed', 'off'];
  await expect.poll(async () => resting.includes((await standingOf(app)).state)).toBe(true);
  return standingOf(app);
}
const words = (app: AppWindow) => app.ask<string>(`document.body.innerText`);
const seen = (app: AppWindow) =>
  app.ask<{ version: string; creator: string; queued: number }>(
    `burnish.app.snapshot().then(({ value: { about, settings, tally } }) =>
      ({ version: about.version, creator: settings.creator, queued: tally.queued }))`,
  );
const schemaOf = (file: string) => {
  const db = new Database(file, { readonly: true });
  const found = db.pragma('user_version', { simple: true }) as number;
  db.close();
  return found;
};

describe.runIf(process.platform === 'linux')('the packaged app and its updates', () => {
  it('has a feed only if the build was given one', () => {
    expect(existsSync(join(resourcesOf(packaged), 'app-update.yml'))).toBe(false);
    const written = readFileSync(join(resourcesOf(older), 'app-update.yml'), 'utf8');
    expect(written).toContain('provider: generic');
    expect(written).toContain(`url: ${feed}`);
  });

  it('reports without a feed that it does not update itself', async () => {
    const app = await openPackaged(packaged, join(folder, 'without'), env);
    expect(await look(app)).toEqual({ state: 'off', why: 'no-feed' });
    await app.ask("document.querySelector('[data-testid=nav-settings]').click()");
    await expect.poll(() => words(app)).toContain('This build does not update itself.');
    await app.quit();
  });

  it('updates to the next version with its settings, its queue and its database', async () => {
    publish('0.0.1', imageOf(newer));
    const before = await openPackaged(place, data, env);
    // The check at launch: an older version is not an update.
    await expect.poll(async () => (await standingOf(before)).state).toBe('current');
    await before.ask(`burnish.settings.save({ creator: 'Anna', paused: true })`);
    await before.ask('burnish.intake.samples()');
    const kept = await seen(before);
    expect(kept).toMatchObject({ version: olderVersion, creator: 'Anna' });
    expect(kept.queued).toBeGreaterThan(0);

    publish(version, imageOf(newer), 'something else');
    expect(await look(before)).toMatchObject({ state: 'failed', why: { key: 'desktop.updates.altered' } });
    expect(readFileSync(image, 'utf8')).toBe(imageOf(older));

    publish(version, imageOf(newer));
    expect(await look(before)).toEqual({ state: 'ready', version, isOffered: true });
    await expect.poll(() => words(before)).toContain(`Burnish ${version} is ready.`);
    expect(readFileSync(image, 'utf8')).toBe(imageOf(older));
    await before.quit();
    expect(readFileSync(image, 'utf8')).toBe(imageOf(newer));
    const schema = schemaOf(join(data, 'burnish.db'));

    const after = await openPackaged(place, data, env);
    expect(await seen(after)).toEqual({ ...kept, version });
    await after.quit();
    expect([schema < 999, schemaOf(join(data, 'burnish.db'))]).toEqual([true, 999]);

    // Requests identify neither the installation nor its version.
    const id = readFileSync(join(data, '.updaterId'), 'utf8');
    expect(heard.filter((request) => request.includes(id) || request.includes(olderVersion))).toEqual([]);
  });

  it('rejects the data of a newer version with a message, and leaves it unchanged', async () => {
    const file = join(data, 'burnish.db');
    const bytes = readFileSync(file);
    const refusal = `The database ${file} was made by a newer version of Burnish. Install that version, or choose another folder.`;
    const { code, out, err } = await burnish(older, ['status', '--data', data]);
    expect(code).not.toBe(0);
    expect(`${out}${err}`).toContain(refusal);
    // The window shows the same message in a modal box, and logs its name.
    start(older, [`--data=${data}`, '--without-networks'], env);
    await expect
      .poll(() => readFileSync(join(data, 'logs/burnish.log'), 'utf8'))
      .toContain('DatabaseTooNew: store.trouble.tooNew');
    endAll();
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('starts the next version with the same arguments, if requested', async () => {
    const started = join(folder, 'started');
    writeFileSync(image, imageOf(older), { mode: 0o755 });
    publish(version, `#!/bin/sh\necho "$@" > '${started}'\n`);
    const dataFolder = join(folder, 'other');
    const app = await openPackaged(place, dataFolder, env);
    await expect.poll(async () => (await standingOf(app)).state).toBe('ready');
    const gone = once(app.process, 'exit');
    await app.ask('void burnish.updates.restart()');
    await gone;
    await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toContain(`--data=${dataFolder}`);
  });
});
