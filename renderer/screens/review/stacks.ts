/** Stacks of near-identical shots on the light table, closed unless the user opens them. */
import type { PhotographQuery } from '../../../contract/review/list-queries.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { photographList } from '../../state/review/photographList.ts';
import { changeStacks, isFiltered, setPhotographs, useReviewUi } from '../../state/review/reviewUi.ts';

type Stacks = Pick<PhotographQuery, 'folded' | 'openStacks'>;

/** Adds stacks to a query. Filters apply to single photographs, so no stack is closed then. */
export const withStacks = (query: PhotographQuery, stacks: Stacks): PhotographQuery => ({
  ...query,
  ...stacks,
  folded: stacks.folded && !isFiltered(query),
});

/** Opens or closes the stack of the active photograph. */
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
