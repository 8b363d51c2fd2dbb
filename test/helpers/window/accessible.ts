/** What is wrong with a page for those who cannot see it, or not well. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Two frames on, and nothing that ends is still moving: what fades in is pale, and only for that. */
const isStill = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect?.getComputedTiming().iterations === Infinity)))))`;

/** How often something has begun to move since this was asked for the first time. */
const movesSoFar = `(() => {
  if (globalThis.movesSoFar === undefined) {
    globalThis.movesSoFar = 0;
    for (const name of ['transitionrun', 'animationstart'])
      document.addEventListener(name, () => { globalThis.movesSoFar += 1; }, true);
  }
  return globalThis.movesSoFar;
})()`;

const wordsOf = ({ html, failureSummary = '' }: { html: string; failureSummary?: string }) =>
  `${html} (${failureSummary.replace(/\s+/g, ' ')})`;

/** AAA: for who has asked for more contrast. */
const strict = { rules: { 'color-contrast-enhanced': { enabled: true } } };

/**
 * One line for each rule that is broken, with what is to be mended.
 * @param within a selector; all of the page where there is none
 * @param isStrong text has to have more contrast than it usually must
 */
export async function accessibilityFaults(page: Page, within?: string, isStrong = false): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    const before = await page.evaluate(movesSoFar);
    await expect.poll(() => page.evaluate(isStill), { timeout: 10_000 }).toBe(true);
    const builder = new AxeBuilder({ page }).setLegacyMode();
    if (isStrong) builder.options(strict);
    const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
    // A notice may have begun to go meanwhile.
    if (violations.length > 0 && tries < 4 && (await page.evaluate(movesSoFar)) !== before) continue;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(wordsOf).join(' ')}`);
  }
}

/** From now on notes what moves of itself, but for what says that work goes on; asked again, what has moved since the first time. */
const moved = `(() => {
  if (globalThis.moved === undefined) {
    globalThis.moved = [];
    for (const name of ['transitionrun', 'animationstart'])
      document.addEventListener(name, ({ target }) => {
        if (target.closest('.mantine-Loader-root') === null) globalThis.moved.push(name + ' ' + target.outerHTML.slice(0, 200));
      }, true);
  }
  return globalThis.moved;
})()`;

export const shiftedElements = (page: Page): Promise<string[]> => page.evaluate<string[]>(moved);
