import { expect, it } from 'vitest';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { budgetChoices } from '../../../../renderer/screens/settings/PreviewsSection.tsx';

it('has the current value, once and in order', () => {
  const defaultBudgets = budgetChoices(settingsSchema.parse({}).keptPreviewsMegabytes);
  expect(defaultBudgets.slice(0, 4)).toEqual([0, 1024, 2048, 5120]);
  expect(budgetChoices(3000).filter((each) => !defaultBudgets.includes(each))).toEqual([3000]);
  expect(budgetChoices(3000).slice(0, 4)).toEqual([0, 1024, 2048, 3000]);
});
