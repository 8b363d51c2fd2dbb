/** Stacks of near-identical shots on the light table: folded, but for those that are opened. */
import type { PhotographQuery } from '../../../contract/review/list-queries.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { photographList } from '../../state/review/photographList.ts';
import { changeStacks, isFiltered, setPhotographs, useReviewUi } from '../../state/review/reviewUi.ts';

type Stacks = Pick<PhotographQuery, 'folded' | 'openStacks'>;

/** What is listed: a filter looks at each photograph by itself, so nothing is folded then. */
export const withStacks = (query: PhotographQuery, stacks: Stacks): PhotographQuery => ({
  ...query,
  ...stacks,
  folded: stacks.folded && !isFiltered(query),
});

/** Opens or folds the stack of the photograph that the keys are on. */
export function toggleStack(): void {
  const { selection, stacks } = useReviewUi.getState();
  const stack = rowOf(photographList.now(), selection.lead?.id ?? null)?.stack;
  if (!stack || !selection.lead) return;
  const isOpen = stacks.openStacks.includes(stack.id);
  const openStacks = isOpen ? stacks.openStacks.filter((id) => id !== stack.id) : [...stacks.openStacks, stack.id];
  if (isOpen) {
    const lead = { ...selection.lead, id: stack.id };
    setPhotographs({ isAll: false, ids: new Set([stack.id]), lead, anchor: lead });
  }
  changeStacks({ openStacks });
}
