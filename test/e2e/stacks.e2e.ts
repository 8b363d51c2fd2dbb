/** Stacks of a large import: no tile has a badge before its stack is known, and all counts agree. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const scenes = 34;
const count = 135;
const window = stageWindow('stacks');
const { at, id, press } = window;
beforeAll(async () => {
  const card = at('card');
  mkdirSync(card);
  const sceneOf = async () =>
    sharp(await noisePhoto(8, 6, 'png'))
      .resize(160, 120, { kernel: 'cubic' })
      .png()
      .toBuffer();
  const pictures = await Promise.all(Array.from({ length: scenes }, sceneOf));
  // Each scene four times, saved differently; the last one three times.
  for (let index = 0; index < count; index += 1) {
    const name = `photo-${String(index + 1).padStart(3, '0')}.jpg`;
    const picture = sharp(pictures[Math.floor(index / 4)]).jpeg({ quality: 90 + (index % 4) });
    writeFileSync(join(card, name), await picture.toBuffer());
  }
  await window.open({ size: [1360, 860] });
  await window.changeSettings({ outputFolder: at('finished'), reviewTile: 96 });
  await window.useService();
  await window.drop([card]);
  await window.atRest(count);
});

interface Observed {
  readonly badges: Set<string>;
  readonly texts: Set<string>;
}
interface PageElement {
  readonly textContent: string | null;
  checkVisibility(): boolean;
  getAttribute(name: string): string | null;
}
interface PageGlobals {
  observed: Observed;
  readonly document: { readonly body: object; querySelectorAll(selector: string): Iterable<PageElement> };
  readonly MutationObserver: new (follow: () => void) => { observe(target: object, options: object): void };
}

/** Starts recording every badge and every count on the page, however briefly it appears. */
const observe = () =>
  window.page.evaluate(() => {
    const page = globalThis as unknown as PageGlobals;
    page.observed = { badges: new Set(), texts: new Set() };
    const visible = (testId: string) =>
      [...page.document.querySelectorAll(`[data-testid^="${testId}"]`)].filter((each) => each.checkVisibility());
    const look = () => {
      for (const badge of visible('review-stack-')) page.observed.badges.add(badge.getAttribute('data-testid') ?? '');
      for (const text of [...visible('review-shown'), ...visible('review-newer')])
        page.observed.texts.add(text.textContent ?? '');
    };
    look();
    new page.MutationObserver(look).observe(page.document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
const observed = () =>
  window.page.evaluate(() => {
    const { badges, texts } = (globalThis as unknown as PageGlobals).observed;
    return { badges: badges.size, texts: [...texts].filter((text) => text !== '') };
  });

it('collapses 135 photographs into 34 stacks at once, and shows one count before and after', async () => {
  const { page } = window;
  await id('nav-review').click();
  await id('review-all').click();
  await expect.poll(() => id('review-shown').textContent()).toBe('135 photographs');
  await observe();
  await window.changeSettings({ measureWhenIdle: true });
  const folded = '135 photographs, 34 with stacks collapsed';
  await expect.poll(() => id('review-shown').textContent(), { timeout: 120_000 }).toBe(folded);
  await expect.poll(() => page.locator('[data-photograph]:visible').count()).toBe(34);
  expect(await observed()).toEqual({ badges: 34, texts: ['135 photographs', folded] });
});

it('counts new photographs rather than stacks', async () => {
  const more = at('more');
  mkdirSync(more);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(more, `${name}.jpg`), await noisePhoto(160, 120));
  // The list does not move unless it is at its start.
  await window.changeSettings({ reviewTile: 320 });
  await id('review-grid').focus();
  await press('End');
  await expect.poll(() => id('review-grid').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(500);
  await window.drop([more]);
  await window.atRest(count + 3);
  await id('nav-review').click();
  await expect.poll(() => id('review-newer').textContent()).toBe('3 new');
  await id('review-newer').click();
  await expect.poll(() => id('review-shown').textContent()).toBe('138 photographs, 37 with stacks collapsed');
  await id('review-newer').waitFor({ state: 'detached' });
});
