import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSettings } from '../helpers/window/open-settings.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const portrait = join(import.meta.dirname, '../../assets/samples/astronaut.png');

const window = stageWindow('e2e');
const { at, id } = window;

beforeAll(async () => {
  await window.open();
  await window.changeSettings({ outputFolder: at('finished') });
});

it('the graphics card is tested after a photograph, and the settings show which device runs the network', async () => {
  const { page } = window;
  await openSettings(page, 'engine');
  const choice = id('settings-graphics');
  const status = id('settings-graphics-status');
  expect([await choice.isChecked(), await status.count()]).toEqual([false, 0]);
  await choice.click({ force: true });
  await expect.poll(async () => (await window.snapshot()).settings.graphics).toBe(true);
  await id('nav-queue').click();
  await window.drop([portrait]);
  const [job] = await window.atRest(1);
  expect(job?.state).toBe('done');
  await openSettings(page, 'engine');
  // Not every computer has a graphics card.
  await expect.poll(() => status.textContent(), { timeout: 120_000 }).toContain('MODNet');
  await choice.click({ force: true });
  await expect.poll(() => status.count()).toBe(0);
});
