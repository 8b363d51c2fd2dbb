/** Checks a page's accessibility for people with low or no vision. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Waits two frames and checks that no finite animation is running, because a fading element has low contrast. */
const isStill = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect?.getComputedTiming().iterations === Infinity)))))`;

/** Counts the transitions and animations that have started since the first call. */
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

/** AAA, for users who need more contrast. */
const strict = { rules: { 'color-contrast-enhanced': { enabled: true } } };

/**
 * Returns one line for each violated rule, with its elements and fixes.
 * @param within a selector; default: the whole page
 * @param isStrong also checks enhanced contrast
 */
export async function accessibilityFaults(page: Page, within?: string, isStrong = false): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    const before = await page.evaluate(movesSoFar);
    await expect.poll(() => page.evaluate(isStill), { timeout: 10_000 }).toBe(true);
    const builder = new AxeBuilder({ page }).setLegacyMode();
    if (isStrong) builder.options(strict);
    const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
    // A notification may have started to close during the analysis.
    if (violations.length > 0 && tries < 4 && (await page.evaluate(movesSoFar)) !== before) continue;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(wordsOf).join(' ')}`);
  }
}

/** Records transitions and animations except loaders; each call returns those since the first. */
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
