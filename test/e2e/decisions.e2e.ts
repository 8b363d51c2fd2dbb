import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { cutoutPng, noisePhoto, success, taskQuery } from '../helpers/queue/queue-stage.ts';
import { messageText } from '../helpers/run/message-matchers.ts';
import { type ScriptedServer, type Step, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { refusal } from '../helpers/service/service-answers.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { type OpenWindow, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const upload = `POST ${operations['portrait-background-removal'].path}`;
const cause = 'ANSWER_IS_WEB_PAGE';
/** A web page in place of the response, as from a captive portal or a failing proxy. */
const webPage: Step = { bytes: '<!doctype html><title>Log in</title><h1>Welcome</h1>', type: 'text/html' };
const credits: Step = { json: { ...success, data: [{ balance: 412, total: 500 }] } };

const window = stageWindow('decisions');
const { at, id } = window;
let server: ScriptedServer;
let profileId: string;

beforeAll(async () => {
  server = await startScriptedServer();
  server.script('GET /api/common/query-credits', credits);
  server.script('GET /results/*', { bytes: await cutoutPng(640, 480), type: 'image/png' });
  await window.open();
  await window.changeSettings({ outputFolder: at('finished') });
});
afterAll(() => server?.close());

const answersWithPages = () => server.script(upload, webPage);
const answersWithResults = () =>
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/results/a.png` } } });
const undecided = async () => (await window.snapshot()).undecided.map((each) => [each.cause, each.count]);
const stateOf = async (name: string) => (await window.snapshot()).jobs.find((job) => job.name === name)?.state;

/** Drops photographs with these names in a new folder. */
async function drop(...names: string[]): Promise<void> {
  const shooting = mkdtempSync(at('shooting-'));
  for (const name of names) writeFileSync(join(shooting, name), await noisePhoto(640, 480));
  await window.drop([shooting]);
}

async function chooseRecipe(name: string): Promise<void> {
  const { page } = window;
  await selectOption(page, 'recipe-select', name);
  await expect.poll(() => id('recipe-select').inputValue()).toBe(name);
}

it('a service charges unless the user marks it as free', async () => {
  await id('nav-services').click();
  await id('service-add').click();
  await id('service-name').fill('Studio');
  await id('service-address').fill(server.baseUrl);
  await id('service-key').fill('sk-decisions');
  await expect.poll(() => id('fold-costs').textContent()).toContain('Paid service · No limits');
  await id('fold-costs').click();
  await expect.poll(() => id('service-charges').isChecked()).toBe(true);
  await id('service-save').click();
  const studio = ({ profiles }: Awaited<ReturnType<OpenWindow['snapshot']>>) =>
    profiles.find(({ name }) => name === 'Studio');
  const profile = studio(await window.until((snapshot) => studio(snapshot) !== undefined));
  expect(profile).toMatchObject({ charges: true });
  profileId = profile!.id;
  await id(`service-make-default-${profileId}`).click();
  await window.until(({ settings }) => settings.defaultProfileId === profileId);
});

it('asks for one decision if many responses were web pages, and sends nothing again automatically', async () => {
  const { page } = window;
  answersWithPages();
  await drop('photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg');
  await expect.poll(undecided).toEqual([[cause, 3]]);
  expect(server.requestsOf(upload)).toHaveLength(3);
  await id('nav-queue').click();
  const panel = id('decisions');
  await expect.poll(() => panel.textContent()).toContain('3 photographs need your decision');
  expect(await panel.locator('[data-testid^="decision-again-"]').count()).toBe(1);
  await expect.poll(() => id('queue-progress').textContent()).toBe('3 need your decision');
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('a single photograph is decided next to its own message, without a question', async () => {
  const job = (await window.snapshot()).jobs.find(({ name }) => name === 'photo-1.jpg');
  await id(`queue-row-${job?.id}`).click();
  await expect.poll(() => id('inspector-words').textContent()).toBe(messageText(job?.error?.message));
  await id('inspector').getByTestId(`queue-give-up-${job?.id}`).click();
  await expect.poll(() => stateOf('photo-1.jpg')).toBe('cancelled');
  await expect.poll(() => id('decisions').textContent()).toContain('2 photographs need');
});

it('sends them again after the user has confirmed twice', async () => {
  const { page } = window;
  answersWithResults();
  await id(`decision-again-${cause}`).click();
  await page.getByText('charged a second time').waitFor();
  await id('confirm-no').click();
  expect(await undecided()).toEqual([[cause, 2]]);
  await id(`decision-again-${cause}`).click();
  await id('confirm-yes').click();
  await id('decisions').waitFor({ state: 'detached' });
  await expect.poll(() => stateOf('photo-2.jpg')).toBe('done');
  await expect.poll(() => stateOf('photo-3.jpg')).toBe('done');
  expect(server.requestsOf(upload)).toHaveLength(5);
});

it('reports photographs that were finished before, and processes them again on request', async () => {
  const [done] = (await window.snapshot()).jobs.filter(({ name }) => name === 'photo-2.jpg');
  await window.drop([done!.sourcePath]);
  const report = id('add-report');
  await report.waitFor();
  expect(await report.textContent()).toContain('1 was already finished.');
  await id('add-report-again').click();
  await report.waitFor({ state: 'detached' });
  const again = ({ jobs }: Awaited<ReturnType<OpenWindow['snapshot']>>) =>
    jobs.filter(({ name, state }) => name === 'photo-2.jpg' && state === 'done').length === 2;
  await window.until(again);
});

it('a service that asked for a delay of an hour is retried at once on request', async () => {
  server.script(upload, { status: 429, headers: { 'retry-after': '3600' } });
  await drop('photo-6.jpg');
  const button = id(`try-now-${profileId}`);
  await button.waitFor();
  expect(await id(`held-up-${profileId}`).textContent()).toMatch(/^Studio.*slow down.* 1 h/);
  const before = server.requestsOf(upload).length;
  answersWithResults();
  await button.click();
  await expect.poll(() => stateOf('photo-6.jpg')).toBe('done');
  expect(server.requestsOf(upload)).toHaveLength(before + 1);
  await button.waitFor({ state: 'detached' });
});

it('a service without credits is shown so everywhere, and nothing moves until the user retries', async () => {
  const { page } = window;
  await id('nav-services').click();
  const card = id(`service-${profileId}`);
  await id(`service-refresh-${profileId}`).click();
  await expect.poll(() => card.textContent()).toContain('412 of 500 (Today, ');
  await id('nav-queue').click();
  server.script(upload, refusal('ERROR_NOT_ENOUGH_CREDITS', 429));
  await drop('photo-7.jpg');
  const panel = id(`held-up-${profileId}`);
  await panel.waitFor();
  expect(await panel.textContent()).toContain('press “Try now”.');
  const line = id('queue-progress');
  await expect.poll(() => line.textContent()).toMatch(/^\d of \d · 1 stopped: Studio has no credits left$/);
  const row = (await window.snapshot()).jobs.find(({ name }) => name === 'photo-7.jpg');
  await expect
    .poll(() => id(`queue-row-${row?.id}`).textContent())
    .toContain('waiting: The service has no credits left.');
  expect(await id(`queue-row-${row?.id}`).getByRole('progressbar').count()).toBe(0);
  expect(await id('status-service').textContent()).toBe('Studio · Stopped: no credits left');
  await id('nav-services').click();
  await expect.poll(() => id(`service-condition-${profileId}`).textContent()).toBe('Stopped: no credits left');
  expect(await card.textContent()).toContain('None left');
  expect(await card.textContent()).not.toContain('412');
  expect(await id('engine-condition').textContent()).toBe('Ready');
  // Each card is as high as its content, even next to a higher one.
  const heights = await page
    .locator('article')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(2);
  await id('nav-queue').click();
  answersWithResults();
  await id(`try-now-${profileId}`).click();
  await expect.poll(() => stateOf('photo-7.jpg')).toBe('done');
  await expect.poll(() => line.textContent()).toBe('All done');
});

it('queries a task with a missing result again, and uploads nothing', async () => {
  const submission = `POST ${operations['smart-skin-advanced'].path}`;
  const finished = { ...success, task_status: 2 };
  server.script(submission, { json: { ...success, task_id: 'task-1', task_status: 0 } });
  server.script(taskQuery, { json: finished });
  const profile = (await window.snapshot()).profiles.find(({ id }) => id === profileId)!;
  await saveProfile(window, { ...profile, pollSeconds: 1 });
  await chooseRecipe('Skin, soft');
  await drop('photo-8.jpg');
  const ask = id('decision-ask-RESULT_MISSING');
  await ask.waitFor();
  expect(await ask.textContent()).toBe('Ask again');
  await chooseRecipe('Portrait cutout');
  const result = { result_urls: [`${server.baseUrl}/results/b.png`] };
  server.script(taskQuery, { json: { ...finished, data: result } });
  await ask.click();
  await id('decisions').waitFor({ state: 'detached' });
  await expect.poll(() => stateOf('photo-8.jpg')).toBe('done');
  expect(server.requestsOf(submission)).toHaveLength(1);
});

it('gives up all photographs with the same cause at once', async () => {
  answersWithPages();
  await drop('photo-4.jpg', 'photo-5.jpg');
  await expect.poll(undecided).toEqual([[cause, 2]]);
  // The window updates a moment later.
  await expect.poll(() => id('decisions').textContent()).toContain('2 photographs need');
  await id(`decision-give-up-${cause}`).click();
  await id('confirm-yes').click();
  await id('decisions').waitFor({ state: 'detached' });
  expect([await stateOf('photo-4.jpg'), await stateOf('photo-5.jpg')]).toEqual(['cancelled', 'cancelled']);
  expect(await undecided()).toEqual([]);
});
