/** The campaign about money in its quick form; the whole is `npm run campaign -- money`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playMoney } from './money.ts';
import { type SceneName, sceneNames } from './money-scenes.ts';

const quickScenes: readonly SceneName[] = ['plain', 'a second address', 'failing queries'];
const name = 'crosses no limit, pays nothing twice, and keeps the bill that the service keeps: %s';
it.each(quickScenes)(name, expectBill);
it.each(sceneNames.filter((scene) => !quickScenes.includes(scene)))(name, { tags: ['long'] }, expectBill);

async function expectBill(only: SceneName): Promise<void> {
  const report = await playMoney({ number: 1, seed: 11, quick: true, only });
  expect(report.violations, describeReport(report)).toEqual([]);
  expect(report.counts['requests in the ledger']).toBeGreaterThan(0);
}
