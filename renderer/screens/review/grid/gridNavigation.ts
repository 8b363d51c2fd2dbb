/** Where a key leads in a grid. Pure. */

/**
 * The next index, or null when the key means nothing here. @param currentIndex -1 = nowhere yet
 * @param page lines in view
 */
export function nextGridIndex(
  key: string,
  currentIndex: number,
  columns: number,
  count: number,
  page = 1,
): number | null {
  const clampIndex = (index: number) => Math.max(0, Math.min(count - 1, index));
  if (currentIndex < 0 && /^(Arrow|Page)/.test(key)) return clampIndex(0);
  switch (key) {
    case 'ArrowRight':
      return clampIndex(currentIndex + 1);
    case 'ArrowLeft':
      return clampIndex(currentIndex - 1);
    case 'ArrowDown':
      return currentIndex + columns < count ? currentIndex + columns : currentIndex;
    case 'ArrowUp':
      return currentIndex - columns >= 0 ? currentIndex - columns : currentIndex;
    case 'PageDown':
      return clampIndex(currentIndex + columns * page);
    case 'PageUp':
      return currentIndex - columns * page >= 0 ? currentIndex - columns * page : currentIndex % columns;
    case 'Home':
      return 0;
    case 'End':
      return clampIndex(count - 1);
    default:
      return null;
  }
}
