/** Files for a marketplace are checked once they have their final names. */
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { additionalOutput } from '../../../../contract/recipes/output.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { recipeOf, test } from '../../../helpers/queue/queue-stage.ts';

const ebay = marketplaces.find(({ id }) => id === 'ebay')!;

function forShops(...ids: readonly (string | null)[]): Recipe {
  const [first = null, ...others] = ids;
  const made = { format: 'jpeg', quality: 92 } as const;
  const alsoAs = others.map((marketplace, at) =>
    additionalOutput({ ...made, template: `{name}-${at + 2}`, marketplace }),
  );
  return { ...recipeOf('portrait-background-removal', { ...made, marketplace: first }), alsoAs };
}

describe('finished files', () => {
  test('are checked, each for its own marketplace, and the verdicts are kept with the result', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    stage.store.presets.save({
      ...ebay,
      id: 'own-1',
      name: 'Our shop',
      rules: ebay.rules.slice(0, 1),
      copiedFrom: 'ebay',
    });
    const job = await stage.run(forShops('ebay', null, 'own-1'), { name: 'a' });
    const [version] = await stage.store.photographViews.versions(stage.job(job.id).photographId ?? 0);
    expect(version?.checks?.map(({ output, name }) => [output, name])).toEqual([
      [0, 'eBay'],
      [2, 'Our shop'],
    ]);
    const findings = version?.checks?.[0]?.findings ?? [];
    expect(findings.find(({ kind }) => kind === 'longest-side')).toMatchObject({
      passes: false,
      says: { key: 'imaging.check.longestBelow', values: { px: 64, least: 500 } },
    });
    expect(findings.find(({ kind }) => kind === 'formats')?.passes).toBe(true);
    expect(version?.path).toBe(join(stage.out, 'a.jpg'));
  });

  test('of a deleted preset are completed without a check', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.run(forShops('own-gone'), { name: 'a' });
    const [version] = await stage.store.photographViews.versions(stage.job(job.id).photographId ?? 0);
    expect(version?.checks).toEqual([]);
  });
});
