import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { imageUrl } from '../../contract/app/image-urls.ts';
import type { Bridge } from '../../preload/channels.ts';
import { openSettings } from '../helpers/window/open-settings.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const astronaut = join(import.meta.dirname, '../../assets/samples/astronaut.png');

let card: string;
let finished: string;
const window = stageWindow('offline');
const { at, id } = window;
beforeAll(async () => {
  [card, finished] = [at('Card 3'), at('finished')];
  mkdirSync(card);
  copyFileSync(astronaut, join(card, 'portrait.png'));
  await window.open();
  await window.changeSettings({ outputFolder: finished });
  await window.useService();
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

  const [awayCard, awayFinished] = [at('drawer'), at('archive')];
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
  await id('settings-previews-delete').scrollIntoViewIfNeeded();
  await id('settings-previews-delete').click();
  await id('confirm-no').click();
  expect((await fetchOfflineState()).space.pictures).toBe(2);
  await id('settings-previews-delete').click();
  await id('confirm-yes').click();
  await expect.poll(async () => (await fetchOfflineState()).space.pictures).toBe(0);
  expect(await widthOf(`${imageUrl.photograph(1)}?deleted`)).toBe(0);
});
