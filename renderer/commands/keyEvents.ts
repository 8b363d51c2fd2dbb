/** What a key is, and whether it belongs to a text that is being typed. */

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'password', 'number', 'url', 'email', 'tel']);

/** True in fields that take text; a choice that only looks like a field (read-only) takes none. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.readOnly;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** True while a dialog is open: keys belong to it then. One of a screen that is left is hidden with it. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());
}

/** Whether a dialog or menu is open, or a text is being typed. */
export const isPageBusy = (): boolean =>
  isDialogOpen() || document.querySelector('[role="menu"]') !== null || isTyping(document.activeElement);

/**
 * The digit of a key: above the letters by its place on the keyboard, so that it is one also where digits need Shift; on the
 * number pad only where it types one, as it moves without Num Lock. Null for other keys.
 */
export function digitOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): number | null {
  const digit = /^Digit(\d)$/.exec(code)?.[1] ?? (/^Numpad\d$/.test(code) ? /^\d$/.exec(key)?.[0] : undefined);
  return digit === undefined ? null : Number(digit);
}
