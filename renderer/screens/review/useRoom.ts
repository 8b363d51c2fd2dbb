import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** From this width (px) on the heading has room for all that can be done, where words are short. */
const roomyWidth = 880;

/** False where not all of an element's content has room in it. @param width of the element, px */
export function useRoom(element: RefObject<HTMLElement | null>, width: number): boolean {
  const { i18n } = useTranslation();
  const [needed, setNeeded] = useState({ language: i18n.language, width: roomyWidth });
  const hasRoom = width >= (needed.language === i18n.language ? needed.width : roomyWidth);
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    if (hasRoom && scrollWidth > clientWidth) setNeeded({ language: i18n.language, width: scrollWidth + 1 });
  });
  return hasRoom;
}
