/** Finds a compact layout of a line that fits its width. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns the first of the levels 0 to `max` at which the element's content fits, or `max`.
 * @param width of the element, px
 * @param content another value measures again
 */
export function useFitLevel(
  element: RefObject<HTMLElement | null>,
  width: number,
  content: string,
  max: number,
): number {
  const line = `${width} ${content}`;
  const [measured, setMeasured] = useState({ line, level: 0 });
  const level = measured.line === line ? measured.level : 0;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    if (level < max && scrollWidth > clientWidth) setMeasured({ line, level: level + 1 });
  });
  return level;
}
