/** Whether a line has room for all that may stand in it; what it needs depends on the language. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * False where not all of an element's content has room in it.
 * @param width of the element, px
 * @param minWidth width (px) below which there is none, however short words are
 */
export function useFits(element: RefObject<HTMLElement | null>, width: number, minWidth = 0): boolean {
  const { language } = useTranslation().i18n;
  const [known, setKnown] = useState({ language, width: minWidth });
  const needed = known.language === language ? known.width : minWidth;
  const hasRoom = width >= needed;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    // `width` is told of a moment later than it changes: what is known of it already is not set again and again.
    if (hasRoom && scrollWidth > clientWidth && scrollWidth >= needed) setKnown({ language, width: scrollWidth + 1 });
  });
  return hasRoom;
}
