/** The visible controls of the window. */
import type { Page } from 'playwright';

/** Buttons, fields and other clickable elements. */
const control = [
  ...['button', 'a[href]', 'input:not([type="hidden"])', 'textarea', 'summary'],
  ...['switch', 'combobox', 'slider', 'menuitem', 'menuitemcheckbox', 'menuitemradio'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/** The navigation rail, and items of lists: queue rows, tiles, the film strip, side lists, rows of tables. */
const leftOut = [
  '[data-testid^="nav-"]',
  ...['queue-row-', 'review-item-', 'survey-tile-', 'strip-item-'].map((name) => `[data-testid^="${name}"]`),
  ...['nav [aria-current]', 'nav [aria-current] ~ *', 'tbody tr'],
].join(', ');

/** Groups that count as one control: choices, stars, labels, flags. */
const group = '[role="radiogroup"], [role="group"]';

/** Lists the controls; runs in the page. */
const list = `(() => {
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, left, right, top, bottom } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  // Radio buttons and switches are drawn by their labels.
  const isDrawn = (element) => isShown(element) || [...(element.labels ?? [])].some(isShown);
  const open = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter(isShown).at(-1);
  const isLeftOut = (element) => open === undefined && element.closest(${JSON.stringify(leftOut)}) !== null;
  const isOwn = (element) => isDrawn(element) && !isLeftOut(element) && !element.parentElement.closest('button');
  const controls = [...(open ?? document.body).querySelectorAll(${JSON.stringify(control)})].filter(isOwn);
  const units = new Set(controls.map((element) => element.closest(${JSON.stringify(group)}) ?? element));
  return [...units].map(
    (unit) => unit.dataset.testid ?? unit.getAttribute('aria-label') ?? unit.textContent.trim().slice(0, 30),
  );
})()`;

/**
 * Returns the test id, label or text of each visible control in the order of the page: of the topmost open dialog or
 * menu, or else of the screen and the status bar. Omits the navigation rail and list items, and counts a group as one
 * control.
 */
export const visibleControls = (page: Page): Promise<string[]> => page.evaluate<string[]>(list);
