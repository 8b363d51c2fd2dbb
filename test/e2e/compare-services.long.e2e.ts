/** Two services with different prices and different results, compared blind on six photographs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPoints } from '../../contract/services/profile.ts';
import type { Side, Verdict } from '../../contract/services/service-comparison.ts';
import { testPhotographs } from '../helpers/photograph/photographs.ts';
import { success } from '../helpers/queue/queue-stage.ts';
import { type RecordedRequest, type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { type PageGlobals, runPaletteCommand, selectOption } from '../helpers/window/window.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const skin = 'smart-skin-advanced';
const path = `/api/portrait/effects/${skin}`;
/** Width (px) of the photograph that Amber rejects. */
const narrow = 400;

const window = stageWindow('services');
const { at, id, press } = window;
let amber: ScriptedServer;
let cobalt: ScriptedServer;
const sent = () => [amber, cobalt].map((service) => service.requestsOf(`POST ${path}`).length);

/** Starts a service that tints photographs. @param refusesNarrow whether it rejects narrow ones */
async function startTinting(tint: { r: number; g: number; b: number }, refusesNarrow: boolean) {
  const server = await startScriptedServer({ keepBodyBytes: 64 * 1024 * 1024 });
  const tasks: unknown[] = [];
  server.script(`POST ${path}`, {
    json: async (request: RecordedRequest) => {
      const photograph = request.parts().find(({ fileName }) => fileName !== undefined)?.bytes;
      const { width, height } = await sharp(photograph).metadata();
      const cover = { create: { width, height, channels: 4, background: { ...tint, alpha: 0.5 } } } as const;
      const image = await sharp(photograph)
        .composite([{ input: cover }])
        .png()
        .toBuffer();
      const error = { code: 'ERROR_BLURRY_FACE', code_message: '', message: '' };
      const isRefused = refusesNarrow && width === narrow;
      tasks.push(
        isRefused
          ? { ...success, task_status: -1, error_detail: { ...success.error_detail, ...error } }
          : { ...success, task_status: 2, data: { image: image.toString('base64') } },
      );
      return { ...success, task_id: `task-${tasks.length}`, task_status: 0 };
    },
  });
  server.script(`GET ${openPoints.taskQueryPath}`, {
    json: ({ query }: RecordedRequest) => tasks[Number(query.get('task_id')?.replace('task-', '')) - 1],
  });
  return server;
}

async function addService(name: string, { baseUrl }: ScriptedServer, price: number, askAbove: number | null) {
  const costs = { prices: { [skin]: price }, askAbove };
  await saveProfile(window, { id: name.toLowerCase(), name, baseUrl, pollSeconds: 1, costs }, 'sk-compared');
}

beforeAll(async () => {
  mkdirSync(at('shooting'));
  const people = ['f3', 'm5', 'm35', 'm83', 'f3', 'm5'];
  for (const [index, name] of people.entries()) {
    await sharp(join(testPhotographs, 'people', `${name}.jpg`))
      .resize(index === 5 ? narrow : 480, 600, { fit: 'cover' })
      .flop(index > 3)
      .jpeg({ quality: 95 })
      .toFile(at('shooting', `photo-${index + 1}.jpg`));
  }
  amber = await startTinting({ r: 255, g: 120, b: 0 }, true);
  cobalt = await startTinting({ r: 0, g: 60, b: 255 }, false);
  await open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'skin-soft' });
  await addService('Amber', amber, 3, null);
  await addService('Cobalt', cobalt, 4, 10);
  await window.changeSettings({ defaultProfileId: 'amber' });
});
afterAll(async () => {
  await amber?.close();
  await cobalt?.close();
});

async function open(): Promise<void> {
  await window.open({ size: [1024, 700] });
}

/** Returns the name of the current photograph after both of its pictures have loaded. */
async function pairShown(): Promise<string> {
  const { page } = window;
  await id('judging-place').waitFor();
  await expect
    .poll(() =>
      page
        .locator('[data-testid="judging"] img')
        .evaluateAll((all) => all.map((img) => (img as unknown as { naturalWidth: number }).naturalWidth)),
    )
    .toEqual([480, 480]);
  return (await id('judging-place').textContent())!.split(' · ')[1]!;
}

/** Returns the service whose result is on a side, judging by its tint. */
async function makerOf(side: Side): Promise<'amber' | 'cobalt'> {
  const picture = await window.page.locator(`[data-testid="judging-${side}"] img`).last().screenshot();
  const { channels } = await sharp(picture).stats();
  return channels[0]!.mean > channels[2]!.mean ? 'amber' : 'cobalt';
}

const keys = { left: 'ArrowLeft', right: 'ArrowRight', both: 'ArrowUp', neither: 'ArrowDown' } as const;

/** Judges the current pair: this service is better, both are good, or neither is. */
async function say(choice: 'amber' | 'cobalt' | 'both' | 'neither'): Promise<void> {
  await pairShown();
  const isLeft = (await makerOf('left')) === choice;
  const verdict: Verdict = choice === 'both' || choice === 'neither' ? choice : isLeft ? 'left' : 'right';
  await press(keys[verdict]);
}
const place = () => id('judging-place').textContent();

async function openSheet(): Promise<void> {
  await runPaletteCommand(window.page, 'two services');
  await id('compare-services-count').waitFor();
}

it('asks for approval of the second service’s price, and does not pay the first one again', async () => {
  const { page } = window;
  await window.drop([at('shooting')]);
  await window.atRest(6);
  expect(sent()).toEqual([6, 0]);
  await id('nav-review').click();
  await id('review-grid').focus();
  await openSheet();
  // Only photographs with a result count.
  const count = () => id('compare-services-count').textContent();
  await expect.poll(count).toBe('5 photographs.');
  await press('Escape');
  await id('nav-queue').click();
  await page.locator('[data-testid^="queue-row-"]').first().click();
  await press('Control+a');
  await openSheet();
  await expect.poll(count).toBe('6 photographs.');
  await selectOption(page, 'compare-services-second', 'Cobalt');
  const costs = id('compare-services-costs');
  await expect.poll(() => costs.textContent()).toContain('Cobalt: 6 requests, about 24 credits.');
  // The photograph that Amber rejected is sent again.
  expect(await costs.textContent()).toContain(
    'Amber: one request, about 3 credits. 5 more photographs are not sent: they are already paid for',
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('compare-services-go').click();
  const panel = id('costly-batches');
  await expect.poll(() => panel.textContent()).toContain('6 requests, about 24 credits');
  expect(sent()[1]).toBe(0);
  await panel.getByRole('button', { name: 'Process for 24 credits' }).click();
  await expect.poll(() => id('comparison-1').textContent()).toContain('5 pairs to judge');
  expect(sent()[1]).toBe(6);
});

/** Position, size and zoom of a pane. */
const paneSize = /--x: [^;]+|(?:width|height): [\d.]+px|· \d+%/g;

/** Content of an element after its pictures are loaded and it has stopped changing. */
async function settledHtml(element: Locator): Promise<string> {
  type Picture = { readonly complete: boolean; readonly naturalWidth: number };
  const areLoaded = (pictures: unknown[]) =>
    (pictures as Picture[]).every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  await expect.poll(() => element.locator('img').evaluateAll(areLoaded)).toBe(true);
  let html = '';
  const isUnchanged = async () => {
    const before = html;
    html = await element.evaluate((each) => (each as unknown as { outerHTML: string }).outerHTML);
    return html === before;
  };
  await expect.poll(isUnchanged, { interval: 500 }).toBe(true);
  return html;
}

it('shows pairs without any hint which side belongs to which service', async () => {
  const { page } = window;
  await id('comparison-judge-1').click();
  const seen: { readonly left: string; readonly html: string }[] = [];
  for (let at = 0; at < 5; at += 1) {
    const judging = id('judging');
    await expect.poll(place).toContain(`${at + 1} of 5`);
    // The captions show the zoom once both panes are measured.
    await expect.poll(() => judging.textContent()).toMatch(/%.*%/);
    const name = await pairShown();
    const left = await makerOf('left');
    expect(await makerOf('right')).not.toBe(left);
    const html = await settledHtml(judging);
    for (const revealingText of ['Amber', 'Cobalt', 'amber', 'cobalt', 'result', amber.baseUrl, cobalt.baseUrl])
      expect(html).not.toContain(revealingText);
    // Both panes have one size, which changes when a notification goes.
    const sizes = html.match(paneSize) ?? [];
    expect(sizes.slice(0, sizes.length / 2)).toEqual(sizes.slice(sizes.length / 2));
    expect(sizes).toHaveLength(8);
    // Otherwise pairs differ only in their number and name.
    seen.push({
      left,
      html: html
        .replaceAll(`/${at + 1}"`, '/PAIR"')
        .replaceAll(name, 'NAME')
        .replaceAll(paneSize, 'SIZE')
        .replace(/\d of 5/, 'N of 5'),
    });
    if (at === 0) {
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await press('PageDown');
  }
  // Each service is on the left at least once.
  expect(new Set(seen.map(({ left }) => left)).size).toBe(2);
  for (const { html } of seen) expect(html).toBe(seen[0]!.html);
  expect(await page.title()).not.toMatch(/amber|cobalt/i);
  const reply = await page.evaluate(() => (globalThis as unknown as PageGlobals).burnish.comparisons.pairs({ id: 1 }));
  const pairs = reply.ok ? (reply.value ?? []) : [];
  expect(pairs).toHaveLength(5);
  for (const pair of pairs) {
    const { id, photographId, name, ...rest } = pair;
    const size = { width: 480, height: 600 };
    expect(rest).toEqual({ size, left: size, right: size, verdict: null });
    expect([id, photographId, name]).not.toContain(null);
  }
  const outcome = await page.evaluate(() =>
    (globalThis as unknown as PageGlobals).burnish.comparisons.outcome({ id: 1 }),
  );
  expect(outcome).toEqual({ ok: true, value: null });
});

it('shows the original at a key, and zooms both sides together', async () => {
  const { page } = window;
  for (let at = 0; at < 5; at += 1) await press('PageUp');
  await pairShown();
  await press('o');
  await expect.poll(() => id('judging-left').textContent()).toContain('Original');
  const sources = () =>
    page
      .locator('[data-testid="judging"] img')
      .evaluateAll((all) => all.map((img) => (img as unknown as { src: string }).src));
  await expect.poll(async () => new Set(await sources()).size).toBe(1);
  await press('o');
  await pairShown();
  const zooms = () =>
    page
      .locator('[data-testid="judging"] [data-testid="linked-stage"]')
      .evaluateAll((all) => all.map((each) => (each as unknown as { style: { cssText: string } }).style.cssText));
  const before = await zooms();
  await press('z');
  await expect.poll(async () => (await zooms())[0]).not.toBe(before[0]);
  expect(new Set(await zooms()).size).toBe(1);
  await press('z');
  await expect.poll(zooms).toEqual(before);
});

it('can be left in the middle, and resumes at the same pair after a restart', async () => {
  await say('amber');
  await expect.poll(place).toContain('2 of 5');
  await say('amber');
  await expect.poll(place).toContain('3 of 5');
  const before = [await makerOf('left'), await pairShown()];
  await press('Escape');
  await expect.poll(() => id('comparison-1').textContent()).toContain('2 of 6 judged');
  await window.quit();
  await open();
  await id('comparison-judge-1').click();
  await expect.poll(place).toContain('3 of 5');
  await pairShown();
  expect([await makerOf('left'), await pairShown()]).toEqual(before);
});

it('undoes a choice, and finally reports the better service, the costs, and whether the result is significant', async () => {
  const { page } = window;
  await say('both');
  await expect.poll(place).toContain('4 of 5');
  await say('cobalt');
  await expect.poll(place).toContain('5 of 5');
  for (let at = 4; at > 0; at -= 1) {
    await press('Backspace');
    await expect.poll(place).toContain(`${at} of 5`);
  }
  await say('neither');
  await expect.poll(place).toContain('5 of 5');
  await say('amber');
  await id('judging-end').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('judging-finish').click();
  const rows = id('outcome-table').locator('tr');
  await rows.first().waitFor();
  const table = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...(row as unknown as { children: Iterable<{ textContent: string }> }).children].map((cell) => cell.textContent),
    ),
  );
  // Five judged results at 3 credits for 3 that are acceptable, and at 4 credits for 2.
  expect(table.filter((_, at) => ![4, 5].includes(at))).toEqual([
    ['', 'Amber', 'Cobalt'],
    ['Better', '2', '1'],
    ['Acceptable: better, or both were good', '3 of 5 (60%)', '2 of 5 (40%)'],
    ['Cost per acceptable photograph', '5 credits15 credits in all', '10 credits20 credits in all'],
    ['Failed', '1', '0'],
  ]);
  for (const at of [4, 5]) expect(table[at]!.slice(1).join()).toMatch(/^[\d.]+ s,[\d.]+ s$/);
  const words = await id('outcome-words').textContent();
  expect(words).toContain('A result of 2 to 1 may well be chance.');
  expect(words).toContain('In one pair, both were good. In one pair, neither was good.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('outcome-use-cobalt').click();
  await window.until(({ recipes }) => recipes.find(({ id }) => id === 'skin-soft')?.profileId === 'cobalt');
  await id('outcome-close').click();
});

it('is listed next to the services, and can be forgotten there', async () => {
  const { page } = window;
  await id('nav-services').click();
  const listed = id('comparison-listed-1');
  await listed.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await listed.scrollIntoViewIfNeeded();
  await listed.getByTestId('comparison-show-1').click();
  await id('outcome-table').waitFor();
  await id('outcome-close').click();
  await listed.getByTestId('comparison-forget-1').click();
  await id('confirm-yes').click();
  await listed.waitFor({ state: 'detached' });
});

it('judges existing results of both services at once, and sends nothing', async () => {
  const { page } = window;
  const before = sent();
  await id('nav-review').click();
  for (const name of ['photo-1.jpg', 'photo-2.jpg'])
    await page.locator('[data-photograph]:visible', { hasText: name }).click({ modifiers: ['Control'] });
  await openSheet();
  await selectOption(page, 'compare-services-first', 'Amber');
  await selectOption(page, 'compare-services-second', 'Cobalt');
  await expect.poll(() => id('compare-services-count').textContent()).toBe('2 photographs.');
  await id('compare-services-go').click();
  await pairShown();
  expect(await place()).toContain('1 of 2');
  expect(sent()).toEqual(before);
  await press('Escape');
});
