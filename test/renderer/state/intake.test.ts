import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../preload/contract/settings.ts';
import { dataOf } from '../../../renderer/state/data.ts';
import { recipeForAdding } from '../../../renderer/state/intake.ts';
import { snapshotOf } from '../../helpers/window-data.ts';

const dataWith = (defaultRecipeId: string) =>
  dataOf(snapshotOf([], { settings: settingsSchema.parse({ defaultRecipeId }) }));

describe('recipeForAdding', () => {
  it('takes the chosen one', () => {
    expect(recipeForAdding(dataWith('portrait-cutout'), 'skin-soft')?.id).toBe('skin-soft');
  });

  it('falls back to the one of the settings, then to the first', () => {
    expect(recipeForAdding(dataWith('product-on-white'), 'deleted')?.id).toBe('product-on-white');
    expect(recipeForAdding(dataWith('deleted'), null)?.id).toBe('portrait-cutout');
  });

  it('finds none where there is none', () => {
    expect(recipeForAdding(dataOf(snapshotOf([], { recipes: [] })), null)).toBeUndefined();
  });
});
