/** Pure decisions about windows and displays. */
import type { Display, Rectangle } from 'electron';

/** Normal bounds of a window in px, and whether it is maximized. */
export type Placement = Rectangle & { readonly maximized: boolean };

/** Returns null if the placement is invalid or too small. @throws SyntaxError */
export function parsePlacement(json: string): Placement | null {
  const saved = JSON.parse(json) as Partial<Placement> | null;
  return isPlacement(saved) ? saved : null;
}

function isPlacement(saved: Partial<Placement> | null): saved is Placement {
  const { x, y, width, height, maximized } = saved ?? {};
  const areAllIntegers = [x, y, width, height].every((side) => Number.isInteger(side));
  return areAllIntegers && Number(width) >= 600 && Number(height) >= 400 && typeof maximized === 'boolean';
}

/** Whether 100 px of a window and its title bar are on the work area. */
export function isOnWorkArea({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const isReachable = x < area.x + area.width - 100 && x + width > area.x + 100;
  return isReachable && y >= area.y - 10 && y < area.y + area.height - 100;
}

/** Returns the largest display that does not contain the main window, or null. */
export function findSecondDisplay<D extends Pick<Display, 'id' | 'bounds'>>(
  displays: readonly D[],
  mainDisplayId: number,
): D | null {
  const areaOf = ({ bounds }: D) => bounds.width * bounds.height;
  const others = displays.filter(({ id }) => id !== mainDisplayId);
  return others.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null;
}
