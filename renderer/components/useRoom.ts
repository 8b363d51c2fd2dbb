/** Whether a line has room for all that may stand in it; what it needs depends on the language. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * False where not all of an element's content has room in it.
 * @param width of the element, px
 * @param least width (px) below which there is none, however short words are
 */
export function useRoom(element: RefObject<HTMLElement | null>, width: number, least = 0): boolean {
  const { i18n } = useTranslation();
  const [needed, setNeeded] = useState({ language: i18n.language, width: least });
  const hasRoom = width >= (needed.language === i18n.language ? needed.width : least);
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    if (hasRoom && scrollWidth > clientWidth) setNeeded({ language: i18n.language, width: scrollWidth + 1 });
  });
  return hasRoom;
}
