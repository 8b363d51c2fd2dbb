/** C compares, N surveys: from the grid, the loupe, and each other. */
import { openCompare, openSurvey } from '../../state/look/open.ts';
import { useKeys } from './useKeys.ts';

export function useLookKeys(): void {
  useKeys([
    ['c', () => void openCompare()],
    ['n', () => void openSurvey()],
  ]);
}
