import { keyParts as keyPartsOn } from '../../contract/app/key-labels.ts';
import { localizedName } from '../../contract/messages/translator.ts';
import { digitOf } from './keyEvents.ts';

const isMac = navigator.platform.startsWith('Mac');

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

const punctuationCodes: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Backslash: '\\' };
const unnamedKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Dead',
  'Process',
]);

/** For keys of other scripts, such as Cyrillic. */
function latinLetter({ key, code }: Pick<Pressed, 'key' | 'code'>): string | null {
  if (!/^\p{L}$/u.test(key) || /\p{Script=Latin}/u.test(key)) return null;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}

/** Returns names of a key, the best one first. Positions count too, because some layouts need two keys for brackets. */
export function keyNames(event: Pressed): string[] {
  const { code, shiftKey } = event;
  const key = latinLetter(event) ?? event.key;
  if (unnamedKeys.has(key)) return [];
  // Windows reports AltGr as Ctrl and Alt.
  const isAltGr = event.getModifierState?.('AltGraph') ?? false;
  const mods = isAltGr ? '' : `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}`;
  const shift = shiftKey ? 'Shift+' : '';
  const digit = digitOf(event);
  const position = digit === null ? punctuationCodes[code] : String(digit);
  const isCharacter = key.length === 1 && key !== ' ';
  const name = key === ' ' ? 'Space' : isCharacter ? key.toUpperCase() : key;
  const isPlain = isCharacter && !/\p{L}/u.test(key);
  const written = `${mods}${isPlain ? '' : shift}${name}`;
  const byPosition = position === undefined ? [] : [`${mods}${shift}${position}`];
  const withoutShift = shiftKey && mods === '' && isCharacter ? [position ?? name] : [];
  const names = digit === null ? [written, ...byPosition, ...withoutShift] : [...byPosition, ...withoutShift, written];
  return [...new Set(names)];
}

export const keyParts = (key: string): string[] => keyPartsOn(key, isMac).map(localizedName);

/** Returns "Ctrl+Shift+P", or "⇧⌘P" on a Mac. */
export const formatKey = (key: string): string => keyParts(key).join(isMac ? '' : '+');
