import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Recipe, recipeSchema, starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { conditionsSchema } from '../../../../contract/recipes/recipe-conditions.ts';
import { workHash } from '../../../../main/store/job-identity.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import type { Shares } from '../../../../main/studio/shares/shared-path.ts';
import { toLocalRecipe, toSharedRecipe } from '../../../../main/studio/shares/shared-recipe.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

let top: string;
let sharesOne: Shares;
let sharesTwo: Shares;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'burnish-shared-recipe-')));
  const shares = ['one', 'two'].map((station) => {
    for (const folder of ['in', 'out']) mkdirSync(join(top, station, folder), { recursive: true });
    return openShares([
      { name: 'Shoots 2026', folder: join(top, station, 'in') },
      { name: 'Results', folder: join(top, station, 'out') },
    ]);
  });
  [sharesOne, sharesTwo] = shares as [Shares, Shares];
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const product = { sku: '12', name: 'Chair', folder: 'chairs/oak' };

/** A recipe with a local path of `station` in every possible field. */
function recipeOf(station: string): Recipe {
  const at = (...parts: string[]) => join(top, station, ...parts);
  const onPicture = (path: string) => ({ background: { kind: 'picture', path } });
  return recipeSchema.parse({
    id: 'brows',
    name: 'Brows',
    steps: [{ operation: 'ai-eyebrows', params: {}, reference: at('in', 'brows é.jpg') }],
    output: { folder: at('out'), composition: onPicture(at('in', 'walls', 'w.png')) },
    alsoAs: [{ template: '{name}-web', folder: at('out', 'web'), composition: onPicture(at('in', 'x.jpg')) }],
  });
}

const stored = async (): Promise<Recipe> =>
  JSON.parse(JSON.stringify(await toSharedRecipe(recipeOf('one'), sharesOne))) as Recipe;

test('a recipe is one text for all stations, and each maps its paths', async () => {
  const shared = await stored();
  expect(shared.steps[0]?.reference).toBe('share://Shoots%202026/brows é.jpg');
  expect(shared.output.folder).toBe('share://Results/');
  expect(JSON.stringify(shared)).not.toContain(top);
  expect(await toSharedRecipe(recipeOf('two'), sharesTwo)).toEqual(shared);
  expect(workHash((await toSharedRecipe(recipeOf('two'), sharesTwo)) as Recipe)).toBe(workHash(shared));
  expect(await toLocalRecipe(shared, sharesTwo)).toEqual(recipeOf('two'));
  for (const recipe of starterRecipes) {
    // Earlier versions have no trials and conditions, and neither has a studio.
    const { trial: _, only: __, ...rest } = recipe;
    expect(await toSharedRecipe(recipe, sharesOne)).toStrictEqual(rest);
    expect(await toLocalRecipe(rest, sharesTwo)).toEqual(recipe);
  }
});

test('the product of a photograph and the conditions of a recipe are included', async () => {
  const only = conditionsSchema.parse({ quality: 85, otherwise: { kind: 'look' } });
  const shared = await toSharedRecipe({ ...recipeOf('one'), product, only }, sharesOne);
  expect(await toLocalRecipe(shared, sharesTwo)).toEqual({ ...recipeOf('two'), product, only });
});

test('a recipe with a path outside the shares stays local', async () => {
  const recipe = recipeOf('one');
  const [step] = recipe.steps;
  if (step === undefined) throw new Error('no step');
  for (const change of [
    { steps: [{ ...step, reference: join(top, 'a.jpg') }] },
    { output: { ...recipe.output, folder: top } },
    { product: { ...product, folder: '../up' } },
  ])
    expect(await toSharedRecipe({ ...recipe, ...change }, sharesOne), JSON.stringify(change)).toBeNull();
});

test('paths from the database cannot escape the shares', async () => {
  const shared = await stored();
  symlinkSync(top, join(top, 'two', 'out', 'link'), 'junction');
  for (const [folder, problem] of [
    [join(top, 'one', 'in', 'a.jpg'), /is not in a share/],
    ['/etc/passwd', /is not in a share/],
    ['C:\\a.jpg', /is not in a share/],
    ['share://Results/../a', /is not in a share/],
    ['file:///a', /is not in a share/],
    ['', /is not in a share/],
    ['a.jpg', /is not in a share/],
    ['share://Cards/a', /no share called “Cards”/],
    ['share://Results/link/web', /points outside the share “Results”/],
  ] as const) {
    const recipe = { ...shared, output: { ...shared.output, folder } };
    await expect(toLocalRecipe(recipe, sharesTwo), folder).rejects.toThrow(matchingError(problem));
  }
  for (const folder of ['link', 'link/new', '../in', '..', '/etc', 'a\\..\\..\\b', 'C:']) {
    const recipe = { ...shared, product: { ...product, folder } };
    await expect(toLocalRecipe(recipe, sharesTwo), folder).rejects.toThrow(
      matchingError(/points outside the share|not in a share/),
    );
  }
});

test('a recipe that is invalid in this version is rejected', async () => {
  const shared = await stored();
  const unusable = [
    ...[null, undefined, 'text', 7, [], {}, [shared], { ...shared, steps: [] }, { ...shared, later: true }],
    ...[{ ...shared.output, shell: 'rm' }, { folder: 7 }].map((output) => ({ ...shared, output })),
    ...[{ sku: '' }, { ...product, path: '/a' }, null].map((wrong) => ({ ...shared, product: wrong })),
    JSON.parse('{"__proto__": {"id": "a"}}'),
  ];
  for (const recipe of unusable) {
    await expect(toLocalRecipe(recipe, sharesTwo), JSON.stringify(recipe)).rejects.toThrow(matchingError(/cannot use/));
  }
  // Two shares map to one folder here, so two files would have one name.
  const nested = openShares(['Results', 'Twin'].map((name) => ({ name, folder: join(top, 'two', 'out') })));
  const twins = recipeSchema.parse({
    ...starterRecipes[0],
    output: { folder: 'share://Results/a' },
    alsoAs: [{ folder: 'share://Twin/a' }],
  });
  await expect(toLocalRecipe(twins, nested)).rejects.toThrow(matchingError(/cannot use/));
});
