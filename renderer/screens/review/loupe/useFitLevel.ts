import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns how compact a toolbar must be: the lowest level from 0 to `max` that makes its content fit, or `max`.
 * @param width of the element, px
 * @param content changes start over
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
