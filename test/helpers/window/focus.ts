/** Finds the focused element and checks that it is usable by keyboard. */
import type { Page } from 'playwright';

/** Returns the name of the focused element and its problem; runs in the page. */
const standing = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { fault: 'lost', name: 'body' };
  const name = at.dataset.testid ?? at.getAttribute('aria-label') ?? at.textContent.trim().slice(0, 40);
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].filter((each) => each.checkVisibility());
  const top = dialogs.at(-1);
  if (!at.checkVisibility() || at.closest('[inert]') !== null) return { fault: 'hidden', name };
  if (top !== undefined && !top.contains(at)) return { fault: 'behind the sheet', name };
  if (top !== undefined && at.matches('.mantine-CloseButton-root')) return { fault: 'on its Close', name };
  return { fault: null, name };
})()`;

interface Standing {
  /** Null if there is no problem. */
  readonly fault: string | null;
  readonly name: string;
}

export const focusOf = (page: Page): Promise<Standing> => page.evaluate<Standing>(standing);
