import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../helpers/accessible.ts';
import { fillWithPhotographs } from '../helpers/many-photographs.ts';
import { type OpenWindow, openWindow } from '../helpers/window.ts';

const screens = ['queue', 'review', 'folders', 'recipes', 'services', 'settings'] as const;

// None at all: every-screen.e2e.ts.
describe.each([20, 10_000])('with %i photographs', (count) => {
  let folder: string;
  let window: OpenWindow;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-crowds-'));
    fillWithPhotographs(folder, count);
    window = await openWindow(folder);
  });
  afterAll(async () => {
    await window?.app.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each(screens)('%s is accessible', async (screen) => {
      const { page } = window;
      await page.emulateMedia({ colorScheme });
      await page.getByTestId(`nav-${screen}`).click();
      await page.getByTestId(`screen-${screen}`).waitFor();
      const first = { queue: 'queue-row-', review: 'review-item-' }[screen as string];
      if (first !== undefined) await page.locator(`[data-testid^="${first}"]`).first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });
  });
});
