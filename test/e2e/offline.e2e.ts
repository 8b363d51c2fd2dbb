import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageUrl } from '../../contract/app/image-urls.ts';
import type { Bridge } from '../../preload/channels.ts';
import { useInstantService } from '../helpers/service/instant-service.ts';
import type { ScriptedServer } from '../helpers/service/scripted-server.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

const astronaut = join(import.meta.dirname, '../../assets/samples/astronaut.png');

let folder: string;
let card: string;
let finished: string;
let window: OpenWindow;
let service: ScriptedServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-offline-'));
  [card, finished] = [join(folder, 'Card 3'), join(folder, 'finished')];
  mkdirSync(card);
  copyFileSync(astronaut, join(card, 'portrait.png'));
  window = await openWindow(join(folder, 'data'));
  await window.changeSettings({ outputFolder: finished });
  service = await useInstantService(window);
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface PageGlobals {
  readonly burnish: Bridge;
  readonly Image: new () => { src: string; readonly naturalWidth: number; decode(): Promise<void> };
}

/** Returns the page's data about previews and about its only photograph. */
async function fetchOfflineState() {
  const [space, presence] = await window.page.evaluate(async () => {
    const { offline } = (globalThis as unknown as PageGlobals).burnish;
    return [await offline.space(), await offline.presence({ ids: [1] })] as const;
  });
  if (!space.ok || !presence.ok) throw new Error('The page was refused.');
  return { space: space.value, photograph: presence.value[0] };
}

/** Returns the width (px) of the picture at an address, or 0 if it is missing. */
function widthOf(address: string): Promise<number> {
  return window.page.evaluate(async (src) => {
    const { Image } = globalThis as unknown as PageGlobals;
    const image = new Image();
    image.src = src;
    await image.decode().catch(() => undefined);
    return image.naturalWidth;
  }, address);
}

it('shows a photograph and its result without card and folder, shows their paths, and finds them again', async () => {
  await window.drop([card]);
  const [job] = await window.atRest(1);
  expect(job?.state).toBe('done');
  await expect.poll(async () => (await fetchOfflineState()).space.pictures).toBe(2);
  const { photograph } = await fetchOfflineState();
  const { resultId = 0, path } = photograph?.results[0] ?? {};
  expect(photograph).toMatchObject({ original: { state: 'here' }, results: [{ state: 'here', hasPreview: true }] });

  const [awayCard, awayFinished] = [join(folder, 'drawer'), join(folder, 'archive')];
  renameSync(card, awayCard);
  renameSync(finished, awayFinished);
  await expect.poll(async () => (await fetchOfflineState()).photograph?.original.state).toBe('gone');
  for (const address of [imageUrl.source(job!.id), imageUrl.photograph(1), imageUrl.result(resultId)])
    expect(await widthOf(`${address}?away`), address).toBe(512);
  expect(await widthOf(imageUrl.resultThumbnail(resultId, 160))).toBe(160);

  const grant = await window.choose(awayFinished);
  const report = await window.page.evaluate(
    ([id, to]) => (globalThis as unknown as PageGlobals).burnish.offline.relink({ subject: 'result', id, folder: to }),
    [resultId, grant] as const,
  );
  expect(report).toMatchObject({ ok: true, value: { from: finished, to: awayFinished, found: 1 } });
  expect((await fetchOfflineState()).photograph?.results[0]).toMatchObject({
    state: 'here',
    path: path?.replace(finished, awayFinished),
  });
});

it('shows the size of the previews in the settings, and deletes them after asking', async () => {
  const { page } = window;
  await openSettings(page, 'review');
  await page.getByText(/2 previews$/).waitFor();
  await page.getByTestId('settings-previews-delete').scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(folder, 'settings.png') });
  await page.getByTestId('settings-previews-delete').click();
  await page.getByTestId('confirm-no').click();
  expect((await fetchOfflineState()).space.pictures).toBe(2);
  await page.getByTestId('settings-previews-delete').click();
  await page.getByTestId('confirm-yes').click();
  await expect.poll(async () => (await fetchOfflineState()).space.pictures).toBe(0);
  expect(await widthOf(`${imageUrl.photograph(1)}?deleted`)).toBe(0);
  expect(window.faults).toEqual([]);
});
