/** Short rounds of `npm run campaign -- money`. */
import { expect, it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playMoney } from './money.ts';
import { type SceneName, sceneNames } from './money-scenes.ts';

const quickScenes: readonly SceneName[] = ['plain', 'a second address', 'failing queries'];
const name = 'exceeds no limit, pays nothing twice, and has the same ledger as the service: %s';
it.each(quickScenes)(name, expectEqualLedgers);
it.each(sceneNames.filter((scene) => !quickScenes.includes(scene)))(name, { tags: ['long'] }, expectEqualLedgers);

async function expectEqualLedgers(only: SceneName): Promise<void> {
  const report = await playMoney({ number: 1, seed: 11, quick: true, only });
  expectNoViolations(report);
  expect(report.counts['requests in the ledger']).toBeGreaterThan(0);
}
