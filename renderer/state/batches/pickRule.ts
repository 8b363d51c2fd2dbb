/** The rule for picked photographs of a batch: its sheet and its text. */
import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { PickRule } from '../../../contract/recipes/pick-rules.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { request } from '../../bridge.ts';

/** Null while the sheet is closed. */
export const usePickRule = create<{ readonly batchId: number | null }>(() => ({ batchId: null }));

export const openPickRule = (batchId: number): void => usePickRule.setState({ batchId });
export const closePickRule = (): void => usePickRule.setState({ batchId: null });

export async function setPickRule(batchId: number, rule: PickRule | null): Promise<void> {
  const reply = await request('batches.setPickRule', { id: batchId, rule });
  if (reply.ok) closePickRule();
}

export function pickRuleText({ mark, recipeId }: PickRule, recipes: readonly Recipe[], t: TFunction): string {
  const recipe = recipes.find(({ id }) => id === recipeId)?.name;
  if (recipe === undefined) return t('picks.on.gone');
  if (mark === 'picked' || mark === 'client') return t(`picks.on.${mark}`, { recipe });
  return t('picks.on.label', { recipe, label: t(`review.decide.labels.${mark}`) });
}
