/** How keys (see `Shortcut`) are written for people. */

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Backspace: '⌫',
  CapsLock: 'Caps Lock',
  ContextMenu: '☰',
  '-': '−',
};
const modifiers: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
const modifiersOnMac: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** What is pressed together, each as it is written on a keyboard. */
export function keyParts(key: string, isMac: boolean): string[] {
  // A plus is a key too.
  const parts = key.split(/\+(?!$)/);
  const ordered = isMac ? [...parts.slice(0, -1).toReversed(), ...parts.slice(-1)] : parts;
  return ordered.map((part) => (isMac ? modifiersOnMac : modifiers)[part] ?? signs[part] ?? part);
}

/** Keys that are called otherwise in other languages. */
export const translatableKeys = [
  'Ctrl',
  'Shift',
  'Alt',
  'Esc',
  'Del',
  'Caps Lock',
  'Home',
  'End',
  'Page Up',
  'Page Down',
  'Enter',
  'Space',
  'Tab',
];
