/** Where a key leads in a grid. Pure. */

/**
 * The next index, or null when the key means nothing here. @param at -1 = nowhere yet
 * @param page lines in view
 */
export function nextGridIndex(key: string, at: number, columns: number, count: number, page = 1): number | null {
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  if (at < 0 && /^(Arrow|Page)/.test(key)) return within(0);
  switch (key) {
    case 'ArrowRight':
      return within(at + 1);
    case 'ArrowLeft':
      return within(at - 1);
    case 'ArrowDown':
      return at + columns < count ? at + columns : at;
    case 'ArrowUp':
      return at - columns >= 0 ? at - columns : at;
    case 'PageDown':
      return within(at + columns * page);
    case 'PageUp':
      return at - columns * page >= 0 ? at - columns * page : at % columns;
    case 'Home':
      return 0;
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}
