/** The key of a service after a restart, on a system without a key store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileSchema } from '../../contract/services/profile.ts';
import { type OpenWindow, openWindow, type PageGlobals } from '../helpers/window/window.ts';

let folder: string;
let window: OpenWindow;
const baseUrl = 'http://127.0.0.1:9';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-key-'));
  window = await openWindow(join(folder, 'data'));
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function reopen(): Promise<void> {
  await window.quit();
  window = await openWindow(join(folder, 'data'));
  await window.page.getByTestId('nav-services').click();
}
const card = () => window.page.getByTestId('service-studio');
const shot = async (name: string) => {
  if (process.env.SHOTS) await window.page.screenshot({ path: join(process.env.SHOTS, `key-${name}.png`) });
};

it('is saved if the user accepts a plain file after entering it', async () => {
  const { page } = window;
  const saved = await page.evaluate(
    (profile) => (globalThis as unknown as PageGlobals).burnish.profiles.save({ profile, key: 'sk-studio' }),
    profileSchema.parse({ id: 'studio', kind: 'remote', name: 'Studio', baseUrl }),
  );
  expect(saved.ok).toBe(true);
  await page.getByTestId('nav-services').click();
  await card().getByText('Kept until you quit Burnish.').waitFor();
  await page.getByTestId('service-edit-studio').click();
  const advanced = page.getByTestId('fold-advanced');
  expect(await advanced.textContent()).toBe('Advancedservice-api-key · 3 photographs at a time');
  await advanced.click();
  await page.getByTestId('service-plain-file').click();
  await advanced.click();
  await expect.poll(() => advanced.textContent()).toContain(' · Kept in a plain file.');
  await page.getByTestId('service-cancel').click();
  await card().getByText('Kept in a plain file.').waitFor();
  await reopen();
  await card().getByText('Kept in a plain file.').waitFor();
  expect(await card().textContent()).not.toContain('No key');
});

it('is not reported as missing if it cannot be read', async () => {
  await window.quit();
  const entry = { storage: 'key-store', value: Buffer.from('of another user').toString('base64'), origin: baseUrl };
  writeFileSync(join(folder, 'data', 'keys.json'), JSON.stringify({ studio: entry }));
  window = await openWindow(join(folder, 'data'));
  await window.page.getByTestId('nav-services').click();
  await expect.poll(() => window.page.getByTestId('service-condition-studio').textContent()).toBe('Key not readable');
  await card().getByText('The key could not be read from this computer’s key store.').waitFor();
  await window.page.getByTestId('service-enter-key-studio').waitFor();
  await shot('unreadable');
  expect(window.faults).toEqual([]);
});
