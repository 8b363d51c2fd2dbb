import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { recipeSchema } from '../../../../contract/recipes/recipe.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/window/page-stage.ts';

describe('recipes', () => {
  test('are imported from an exported file under a new id, without being saved', async ({ page }) => {
    const { app, handlers, chosen } = page;
    const folder = mkdtempSync(join(tmpdir(), 'burnish-recipe-'));
    try {
      const name = await handlers['recipes.export']({ id: 'product-on-white', folder: await chosen(folder) });
      expect(name).toBe('Product on white.burnish-recipe.json');
      const before = app.core.store.recipes.list();
      page.choice = [join(folder, name)];
      const read = await handlers['recipes.import'](undefined);
      expect(read).toMatchObject({ name: 'Product on white', steps: before[1]!.steps });
      expect(app.core.store.recipes.list()).toEqual(before);
      writeFileSync(join(folder, 'other.json'), '{"burnish":"gallery"}');
      page.choice = [join(folder, 'other.json')];
      await expect(handlers['recipes.import'](undefined)).rejects.toThrow(UserError);
      page.choice = [];
      expect(await handlers['recipes.import'](undefined)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('can be reordered', ({ page }) => {
    const { app, handlers } = page;
    const ids = () => app.core.store.recipes.list().map(({ id }) => id);
    handlers['recipes.move']({ id: 'skin-soft', by: -2 });
    expect(ids()).toEqual(['skin-soft', 'portrait-cutout', 'product-on-white']);
    handlers['recipes.move']({ id: 'skin-soft', by: 100 });
    expect(ids()).toEqual(['portrait-cutout', 'product-on-white', 'skin-soft']);
    handlers['recipes.move']({ id: 'gone', by: 1 });
    expect(ids()).toHaveLength(3);
  });

  test('are never all deleted, and the default moves on', async ({ page }) => {
    const { app, handlers } = page;
    for (const id of ['portrait-cutout', 'product-on-white']) await handlers['recipes.remove']({ id });
    expect(app.core.store.settings.read().defaultRecipeId).toBe('skin-soft');
    expect(() => handlers['recipes.remove']({ id: 'skin-soft' })).toThrow(matchingError(/only recipe/));
  });

  test('can be edited without changing the jobs made with them', async ({ page }) => {
    const { app, handlers } = page;
    const report = await handlers['intake.samples'](undefined);
    const before = app.core.store.recipes.get('portrait-cutout')!;
    await handlers['recipes.save'](recipeSchema.parse({ ...before, name: 'Renamed' }));
    const [job] = app.core.store.views.ofBatch(report.batchId!);
    expect(job?.recipeName).toBe('Portrait cutout');
  });
});

test('photographs are shown for a preview by a grant, any number of times', async ({ page }) => {
  const { handlers } = page;
  page.choice = [page.sample];
  const source = (await handlers['app.choosePhotograph']({ purpose: 'preview' }))!.id;
  const operation = 'skin-analysis';
  for (let times = 0; times < 2; times += 1)
    expect(await handlers['recipes.previewSource']({ source, operation })).toMatch(/^burnish:\/\/image\/preview\//);
  expect(() => handlers['intake.add']({ grant: source, recipeId: 'portrait-cutout' })).toThrow(UserError);
  expect(() => handlers['recipes.previewSource']({ source: page.sample, operation })).toThrow(UserError);
});
