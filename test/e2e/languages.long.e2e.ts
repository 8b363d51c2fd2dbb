/** The whole window in each language, changed in the settings: no text is cut off in the smallest window. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../contract/messages/language.ts';
import { fillForTour, tour } from '../helpers/window/tour.ts';
import { cutOff } from '../helpers/window/untranslated.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-languages-'));
  window = await openWindow(join(folder, 'data'));
  await fillForTour(window, folder);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const chosen = process.env.LANGUAGES?.split(',') ?? languages;
const sizes = { small: [1024, 700], large: [1440, 900] } as const;

it.each(languages.filter((language) => chosen.includes(language)))('%s', async (language) => {
  const { page } = window;
  await window.changeSettings({ language, appearance: 'light' });
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(language);
  const cut: string[] = [];
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await window.app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]!.setContentSize(w, h), [
      width,
      height,
    ] as const);
    await tour(window, folder, async (stop) => {
      await page.waitForTimeout(350);
      if (process.env.SHOTS)
        await page.screenshot({ path: join(process.env.SHOTS, `${language}-${size}-${stop}.png`) });
      cut.push(...(await cutOff(page)).map((text) => `${size} ${stop}: ${text}`));
    });
    await window.changeSettings({ appearance: 'dark' });
  }
  expect([...new Set(cut)]).toEqual([]);
  expect(window.faults).toEqual([]);
});
