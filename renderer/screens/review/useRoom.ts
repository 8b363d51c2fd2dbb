import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** From this width (px) on the heading has room for all that can be done, where words are short. */
const roomyWidth = 880;

/** False where not all of an element's content has room in it. @param width of the element, px */
export function useRoom(element: RefObject<HTMLElement | null>, width: number): boolean {
  const { language } = useTranslation().i18n;
  const [known, setKnown] = useState({ language, width: roomyWidth });
  const needed = known.language === language ? known.width : roomyWidth;
  const hasRoom = width >= needed;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    // `width` is told of a moment later than it changes: what is known of it already is not set again and again.
    if (hasRoom && scrollWidth > clientWidth && scrollWidth >= needed) setKnown({ language, width: scrollWidth + 1 });
  });
  return hasRoom;
}
