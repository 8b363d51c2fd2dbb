/** Finds text in a pseudolocale window (accented English in brackets) that bypasses the catalog or does not fit. */
import type { Page } from 'playwright';

/** All visible and accessible text, including attributes. Text within quotation marks or `data-` comes from users. */
export const shownTexts = `(() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (parentElement.closest('script, style, noscript') || !isShown(parentElement)) continue;
    // A name with a middle ellipsis is one text.
    texts.push((parentElement.closest('[data-split]')?.textContent ?? data).trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext]')) {
    if (!isShown(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) texts.push((element.getAttribute(name) ?? '').trim());
  }
  for (const input of document.querySelectorAll('input:not([type=hidden], [type=radio], [type=checkbox])')) if (isShown(input)) texts.push(input.value.trim());
  return [...new Set(texts)];
})()`;

/** Text that is clipped without a way to read it, or widens the window's content. */
const cutTexts = `(() => {
  const cut = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) cut.push('the page scrolls sideways');
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const words = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('').trim();
    if (words !== '' && element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible' && style.display !== 'inline') {
      const hasWhole = element.closest('[title]') !== null || style.textOverflow === 'ellipsis' && element.closest('[aria-label], [role=tooltip]') !== null;
      if (!hasWhole) cut.push('cut off: ' + words);
    }
    if (['auto', 'scroll'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && !element.matches('textarea, input'))
    {
      const right = element.getBoundingClientRect().left + element.clientWidth;
      const wide = [...element.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > right + 1).at(-1);
      cut.push('scrolls sideways: ' + (element.dataset.testid ?? element.className) + ': ' + (wide?.outerHTML ?? '').slice(0, 160));
    }
    if (words !== '' && style.overflowX === 'visible') {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > innerWidth + 1 && box.left < innerWidth || box.left < -1 && box.right > 0) && style.position !== 'absolute') cut.push('out of the window: ' + words);
      const button = element.closest('button, [role=tab], [role=radio]');
      if (button && button !== element) {
        const outer = button.getBoundingClientRect();
        if (box.right > outer.right + 1 || box.left < outer.left - 1) cut.push('out of its button: ' + words);
      }
    }
  }
  return [...new Set(cut)];
})()`;

/** Text still in the pseudolocale after a change of language, except stored names of files and recipes. */
export async function notRedrawn(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(shownTexts)).filter((text) => /~\]/.test(text) && !text.includes('[['));
}

/** @param own user content and neutral text: names of files and recipes, numbers */
export async function untranslated(page: Page, own: RegExp): Promise<string[]> {
  const texts = await page.evaluate<string[]>(shownTexts);
  return texts.filter((text) => /\p{L}{2}/u.test(withoutPseudo(text).replace(own, '')));
}

/** Removes bracketed text at any depth, because a message may contain another one. */
function withoutPseudo(text: string): string {
  const outer = text.replace(/\[[^\][]*\]/g, '');
  return outer === text ? text : withoutPseudo(outer);
}

export const cutOff = (page: Page): Promise<string[]> => page.evaluate<string[]>(cutTexts);
