/** What a key is, and whether it belongs to a text that is being typed. */

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'password', 'number', 'url', 'email', 'tel']);

/** True in fields that take text; a choice that only looks like a field (read-only) takes none. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.readOnly;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** True while a dialog is open: keys belong to it then. */
export function dialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** The digit of a key by its place on the keyboard, so that it is one also where digits need Shift; null for other keys. */
export function digitOf({ code }: Pick<KeyboardEvent, 'code'>): number | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
}
