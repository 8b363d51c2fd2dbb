/** The key of a service after a restart, on a system without a key store. */
import { writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { saveProfile } from '../helpers/window/stored-data.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const window = stageWindow('key');
const { at, id } = window;
const baseUrl = 'http://127.0.0.1:9';
beforeAll(async () => {
  await window.open();
});

async function reopen(): Promise<void> {
  await window.quit();
  await window.open();
  await id('nav-services').click();
}
const card = () => id('service-studio');

it('is saved if the user accepts a plain file after entering it', async () => {
  await saveProfile(window, { id: 'studio', name: 'Studio', baseUrl }, 'sk-studio');
  await id('nav-services').click();
  await card().getByText('Kept until you quit Burnish.').waitFor();
  await id('service-edit-studio').click();
  const advanced = id('fold-advanced');
  expect(await advanced.textContent()).toBe('Advancedservice-api-key · 3 photographs at a time');
  await advanced.click();
  await id('service-plain-file').click();
  await advanced.click();
  await expect.poll(() => advanced.textContent()).toContain(' · Kept in a plain file.');
  await id('service-cancel').click();
  await card().getByText('Kept in a plain file.').waitFor();
  await reopen();
  await card().getByText('Kept in a plain file.').waitFor();
  expect(await card().textContent()).not.toContain('No key');
});

it('is not reported as missing if it cannot be read', async () => {
  await window.quit();
  const entry = { storage: 'key-store', value: Buffer.from('of another user').toString('base64'), origin: baseUrl };
  writeFileSync(at('data', 'keys.json'), JSON.stringify({ studio: entry }));
  await window.open();
  await id('nav-services').click();
  await expect.poll(() => id('service-condition-studio').textContent()).toBe('Key not readable');
  await card().getByText('The key could not be read from this computer’s key store.').waitFor();
  await id('service-enter-key-studio').waitFor();
});
