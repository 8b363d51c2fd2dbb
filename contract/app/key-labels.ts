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

/** Returns the labels of a shortcut's keys in the platform's order. */
export function keyParts(key: string, isMac: boolean): string[] {
  // A plus may be a key.
  const parts = key.split(/\+(?!$)/);
  const ordered = isMac ? [...parts.slice(0, -1).toReversed(), ...parts.slice(-1)] : parts;
  return ordered.map((part) => (isMac ? modifiersOnMac : modifiers)[part] ?? signs[part] ?? part);
}

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
