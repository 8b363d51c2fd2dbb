import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyPhotograph } from '../../contract/review/list-queries.ts';
import type { Bridge } from '../../preload/channels.ts';
import { burnish, type Command } from '../helpers/command/command-line.ts';
import { smallPhotographs } from '../helpers/photograph/small-photographs.ts';
import { cutoutPng } from '../helpers/queue/queue-stage.ts';
import { type ChargingService, startChargingService } from '../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../helpers/studio/postgres.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { loadedPictures, tiles } from '../helpers/window/review-commands.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { joinStudio } from '../helpers/window/studio-window.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

/** Mount points of the common share in two windows and two workers. */
const mounts = ['anna', 'ben', 'first', 'second'] as const;
const stations = ['anna’s desk', 'ben’s desk', 'first', 'second'];

let folder: string;
let postgres: TestPostgres;
let service: ChargingService;
let anna: OpenWindow;
let ben: OpenWindow;
const workers: Command[] = [];
const at = (...parts: string[]) => join(folder, ...parts);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-together-'));
  await smallPhotographs(at('share', 'in'), 40);
  await smallPhotographs(at('share', 'without'), 8, 41);
  await smallPhotographs(at('share', 'more'), 16, 49);
  for (const name of mounts) symlinkSync(at('share'), at(name));
  postgres = await startPostgres();
  writeFileSync(at('password'), `${postgres.password}\n`, { mode: 0o600 });
  service = await startChargingService({ picture: (await cutoutPng(240, 240)).toString('base64'), latency: 1500 });
  [anna, ben] = [await openWindow(at('data-anna')), await openWindow(at('data-ben'))];
});
afterAll(async () => {
  for (const { child, ended } of workers) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const window of [anna, ben]) await window?.app.close().catch(() => undefined);
  await service?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Adds the common account, which accepts eight requests at a time. */
async function openAccount(window: OpenWindow): Promise<void> {
  const account = { id: 'account', name: 'Account', baseUrl: service.baseUrl, charges: false, maxConcurrency: 8 };
  await saveProfile(window, account, 'secret');
  await window.changeSettings({ defaultProfileId: 'account' });
}

const doneBy = async () =>
  (
    await postgres.query(
      `SELECT s.name, count(*)::integer AS done FROM burnish.jobs j JOIN burnish.stations s ON s.id = j.done_by GROUP BY 1 ORDER BY 1`,
    )
  ).rows as { name: string; done: number }[];
const total = async () => (await doneBy()).reduce((sum, { done }) => sum + done, 0);
const results = () =>
  readdirSync(at('share', 'finished'), { recursive: true }).filter((name) => `${name}`.match(/\.png$/));

/** Whether a station reports access to the share. */
const reaches = async (name: string) =>
  (await postgres.query(`SELECT 'share:photos' = ANY(able) AS is FROM burnish.stations WHERE name = $1`, [name]))
    .rows[0]?.is;

const pictures = ({ page }: OpenWindow) => loadedPictures(tiles(page));

/** Decides about a photograph with a key in Review. */
async function decide({ page }: OpenWindow, name: string, key: string): Promise<void> {
  const items = page.locator('[data-testid^="review-item-"]');
  await page.getByTestId('review-search').fill(name);
  // The search starts after a pause, and deselects.
  await expect.poll(() => items.filter({ hasNotText: name.split(' ').at(-1)! }).count()).toBe(0);
  await items.filter({ hasText: name }).click();
  await page.keyboard.press(key);
  await page.getByTestId('review-search').fill('');
}

/** Returns flags and stars of photographs by name. */
async function decisions({ page }: OpenWindow, names: readonly string[]) {
  const head = await page.evaluate(
    (query) => (globalThis as unknown as { burnish: Bridge }).burnish.photographs.head(query),
    everyPhotograph,
  );
  if (!head.ok) throw new Error(JSON.stringify(head.message));
  const named = head.value.rows.filter(({ name }) => names.includes(name));
  return Object.fromEntries(named.map(({ name, decision }) => [name, [decision.flag, decision.stars]]));
}

it('two windows and two workers join, each with the share at its own path', async () => {
  for (const window of [anna, ben]) {
    const name = window === anna ? 'anna' : 'ben';
    await openAccount(window);
    await window.changeSettings({ outputFolder: at(name, 'finished') });
    await joinStudio(window, postgres, { name: `${name}’s desk`, person: name, mount: at(name) }, window === anna);
  }
  for (const name of ['first', 'second'])
    workers.push(
      burnish(
        [
          ...['worker', '--studio', postgres.address, '--password-file', at('password'), '--name', name],
          ...['--share', `photos=${at(name)}`, '--service', service.baseUrl, '--key-env', 'KEY', '--lanes', '2'],
          ...['--data', at(`data-${name}`)],
        ],
        { KEY: 'secret' },
      ),
    );
  await expect.poll(async () => (await postgres.query('SELECT FROM burnish.stations')).rowCount).toBe(4);
  // One account and one engine, because all stations have the same models.
  await expect.poll(async () => (await postgres.query('SELECT FROM burnish.services')).rowCount).toBe(2);
});

it('photographs dropped on one station are processed by all four, each once', async () => {
  await anna.drop([at('anna', 'in')]);
  await expect.poll(total).toBe(40);
  expect((await doneBy()).map(({ name }) => name)).toEqual(stations);
  expect(service.charges).toHaveLength(40);
  expect(new Set(service.charges).size).toBe(40);
  expect(results()).toHaveLength(40);
});

it('both windows show all results, with pictures and stations', async () => {
  for (const window of [anna, ben]) {
    const jobs = await window.atRest(40);
    expect(jobs.map(({ state }) => state)).toEqual(Array(40).fill('done'));
    // Jobs of the other three stations carry their names.
    const otherStations = new Set(jobs.flatMap(({ elsewhere }) => (elsewhere == null ? [] : [elsewhere.station])));
    const own = window === anna ? 'anna’s desk' : 'ben’s desk';
    expect([...otherStations].toSorted()).toEqual(stations.filter((name) => name !== own));
    await window.page.getByTestId('nav-review').click();
    await expect.poll(() => pictures(window)).toBeGreaterThan(11);
    expect(await accessibilityFaults(window.page)).toEqual([]);
  }
});

it('a decision in one window appears in the other, in both directions', async () => {
  await decide(anna, 'photograph 7.jpg', 'p');
  await decide(ben, 'photograph 8.jpg', '4');
  await decide(ben, 'photograph 9.jpg', 'x');
  const wanted = { 'photograph 7.jpg': [1, 0], 'photograph 8.jpg': [0, 4], 'photograph 9.jpg': [-1, 0] };
  for (const window of [anna, ben]) await expect.poll(() => decisions(window, Object.keys(wanted))).toEqual(wanted);
});

it('a desk without access to the share still sees the work of the others', async () => {
  rmSync(at('ben'));
  await expect.poll(async () => await reaches('ben’s desk')).toBe(false);
  await anna.drop([at('anna', 'without')]);
  await expect.poll(total).toBe(48);
  await ben.atRest(48);
  await ben.page.getByText('without', { exact: true }).first().click();
  await expect.poll(() => pictures(ben)).toBe(8);
  symlinkSync(at('share'), at('ben'));
  await expect.poll(async () => await reaches('ben’s desk')).toBe(true);
});

it('one station quits during the work, and the others continue', async () => {
  await anna.drop([at('anna', 'more')]);
  await expect.poll(total).toBeGreaterThan(50);
  await ben.quit();
  // The window assumes that the account is free. The workers know its price, so requests in flight are awaited.
  await expect.poll(total).toBe(64);
  expect(service.charges).toHaveLength(64);
  expect(new Set(service.charges).size).toBe(64);
  expect(results()).toHaveLength(64);
  expect((await anna.atRest(64)).every(({ state }) => state === 'done')).toBe(true);
  expect([...anna.faults, ...ben.faults]).toEqual([]);
});
