const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'password', 'number', 'url', 'email', 'tel']);

/** Select inputs are read-only. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.readOnly;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Dialogs of hidden screens are hidden too. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility());
}

export const isPageBusy = (): boolean =>
  isDialogOpen() || document.querySelector('[role="menu"]') !== null || isTyping(document.activeElement);

/** By position in the number row, where some layouts need Shift; by character on the keypad, because of Num Lock. */
export function digitOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): number | null {
  const digit = /^Digit(\d)$/.exec(code)?.[1] ?? (/^Numpad\d$/.test(code) ? /^\d$/.exec(key)?.[0] : undefined);
  return digit === undefined ? null : Number(digit);
}
