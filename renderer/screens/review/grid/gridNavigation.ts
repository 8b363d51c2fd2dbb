/** Columns of the grid, and navigation in it by keys. */

interface GridColumns {
  readonly count: number;
  /** Side of a tile's picture, px. */
  readonly side: number;
  /** Distance between the left edges of two columns, px. */
  readonly step: number;
}

/** Enlarges tiles of `tileSize` px to fill the width, and distributes the rest of it between them. */
export function gridColumns(width: number, tileSize: number, gap: number): GridColumns {
  const count = Math.max(1, Math.floor((width + gap) / (tileSize + gap)));
  const side = Math.max(1, Math.floor((width - gap * (count - 1)) / count));
  return { count, side, step: count > 1 ? (width - side) / (count - 1) : 0 };
}

export const isGridKey = (key: string): boolean => nextGridIndex(key, 0, 1, 1) !== null;

/**
 * Returns the index that a key moves to, or null for other keys.
 * @param currentIndex -1 before the first move
 * @param page rows in view
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
