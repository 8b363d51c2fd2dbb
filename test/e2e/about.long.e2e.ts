/** Versions and licenses in the window; crash reports: shown once, exported without secrets, deleted. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzip } from '../helpers/run/unzip.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { answerDialogs, type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

const planted = 'open-sesame-2026-hunter2';
let folder: string;
let data: string;
let window: OpenWindow;
const open = async () => {
  window = await openWindow(data);
  await window.page.setViewportSize({ width: 1024, height: 700 });
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-about-'));
  data = join(folder, 'data');
  await open();
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const id = (testId: string) => window.page.getByTestId(testId);

/** Takes screenshots in light and dark, and checks accessibility. */
async function look(name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(window.page)).toEqual([]);
    if (process.env.SHOTS)
      await window.page.screenshot({ path: join(process.env.SHOTS, `about-${name}-${colorScheme}.png`) });
  }
}

it('shows and searches versions and the licenses of all parts', async () => {
  const { page, app } = window;
  await app.evaluate(({ Menu }) => {
    const all = Menu.getApplicationMenu()!.items.flatMap((item) => item.submenu?.items ?? []);
    all.find(({ label }) => label === 'About Burnish')!.click();
  });
  await id('about-versions').getByText('Electron').waitFor();
  expect(await id('about-versions').textContent()).toMatch(/Burnish \d.*Electron \d.*Chromium \d.*Node \d/);
  await id('licence-text').getByText('MIT License').waitFor();
  for (const [part, words] of [
    ['fonts', 'SIL OPEN FONT LICENSE'],
    ['models', 'modnet.onnx'],
    ['networks', 'Apache License'],
    ['samples', 'astronaut.png'],
    ['libraw', 'LibRaw'],
    ['electron', 'Electron contributors'],
    ['chromium', 'Takuya OOURA'],
    ['packages', 'better-sqlite3'],
  ] as const) {
    await id(`licence-${part}`).click();
    await id('licence-text').getByText(words).first().waitFor({ state: 'attached' });
  }
  await look('licences');
  await id('about-find').fill('SAXES');
  await expect.poll(() => id('licence-text').locator('pre').count()).toBeLessThan(5);
  expect(await id('licence-text').textContent()).toContain('saxes');
  await look('found');
  await id('about-find').fill('no such words');
  await id('licence-text').getByText('No matches in these licenses.').waitFor();
  await id('about-close').click();
  await id('about-versions').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator('input:focus').waitFor();
  await page.keyboard.type('About Burnish');
  await palette.locator('[data-action][data-selected]').waitFor();
  await page.keyboard.press('Enter');
  await id('about-versions').waitFor();
  await page.keyboard.press('Escape');
  await id('about-versions').waitFor({ state: 'detached' });
});

it('reports unexpected errors and the end of the renderer process', async () => {
  await openSettings(window.page, 'data');
  expect(await id('settings-crashes').locator('..').textContent()).toContain('No reports.');
  await window.app.evaluate((_, secret) => {
    void Promise.reject(new Error(`open '/mnt/Miller wedding/kiss.jpg', Authorization: Bearer ${secret}`));
  }, planted);
  const reports = () => readdirSync(join(data, 'crashes')).filter((name) => name.endsWith('.txt'));
  await expect.poll(() => reports().map((name) => name.slice(25))).toEqual(['fault.txt']);
  expect(readFileSync(join(data, 'crashes', reports()[0]!), 'utf8')).toContain('Miller wedding');
  expect(await window.page.evaluate(() => (globalThis as unknown as PageGlobals).burnish.crashes.news())).toEqual({
    ok: true,
    value: false,
  });
  await window.until(({ engine }) => engine.condition === 'ready');
  await window.app.evaluate(({ app }) => {
    process.kill(app.getAppMetrics().find(({ name }) => name === 'Burnish engine')!.pid, 'SIGKILL');
  });
  await expect.poll(() => reports().map((name) => name.slice(25))).toContain('engine.txt');
  const crashed = window.page.waitForEvent('crash');
  await window.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
  );
  await crashed;
  await expect.poll(() => reports().map((name) => name.slice(25))).toContain('window.txt');
  await window.quit();
});

it('notifies once, and shows, exports and deletes the reports', async () => {
  await open();
  const { page } = window;
  await id('notice-info').getByText('Burnish quit unexpectedly last time.').waitFor();
  await id('notice-go').click();
  await id('crash-text').getByText('The window process ended unexpectedly').waitFor();
  await page.getByText('An internal error occurred. Burnish kept running.').click();
  await id('crash-text').getByText("open '/…/photo-1.jpg', Authorization: (removed)").waitFor();
  await look('crashes');
  const to = join(folder, 'for the makers');
  mkdirSync(to);
  await answerDialogs(window.app, to);
  await id('crashes-export').click();
  await id('notice-success').waitFor();
  const [file, ...others] = readdirSync(to);
  expect([file?.replace(/\d{4}-\d\d-\d\d/, 'day'), others]).toEqual(['Burnish crash reports day.zip', []]);
  const archive = unzip(readFileSync(join(to, file!)));
  expect(
    Object.keys(archive)
      .map((name) => name.slice(25))
      .sort(),
  ).toEqual(['engine.txt', 'fault.txt', 'window.txt']);
  const all = Object.values(archive).join('\n');
  for (const secret of [planted, 'Miller', 'kiss', data, folder]) expect(all).not.toContain(secret);

  await page.reload();
  await openSettings(page, 'data');
  await id('settings-crashes').click();
  expect(await page.getByText('quit unexpectedly last time').count()).toBe(0);
  await id('crashes-delete').click();
  await id('confirm-yes').click();
  await id('crashes').getByText('No reports.').waitFor();
  expect(
    readdirSync(join(data, 'crashes'), { recursive: true }).filter((name) => /(txt|dmp)$/.test(String(name))),
  ).toEqual([]);
  await look('none');
  await id('crashes-close').click();
  await id('settings-about').scrollIntoViewIfNeeded();
  await look('settings');
});

it('collects the reports of native crashes at the next start', async () => {
  const gone = new Promise((resolve) => window.app.process().once('exit', resolve));
  await window.app.evaluate(() => void setImmediate(() => process.crash())).catch(() => undefined);
  await gone;
  expect(readdirSync(join(data, 'crashes')).filter((name) => name.endsWith('.txt'))).toEqual([]);
  await open();
  await id('notice-info').getByText('Burnish quit unexpectedly last time.').waitFor();
  expect(readdirSync(join(data, 'crashes')).filter((name) => name.endsWith('-ended.txt'))).toHaveLength(1);
});
