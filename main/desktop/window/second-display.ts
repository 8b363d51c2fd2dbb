/** The choice of the display for the window that only shows photographs. */
import type { Display } from 'electron';

type DisplayShape = Pick<Display, 'id' | 'bounds'>;

/** Returns the largest display that does not contain the main window, or null. */
export function findSecondDisplay<D extends DisplayShape>(displays: readonly D[], mainDisplayId: number): D | null {
  const areaOf = ({ bounds }: D) => bounds.width * bounds.height;
  const others = displays.filter(({ id }) => id !== mainDisplayId);
  return others.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? null;
}
