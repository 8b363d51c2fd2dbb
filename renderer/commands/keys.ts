/** What a key is called, and how that is written for people. Pure. */

import { keyParts as keyPartsOn } from '../../contract/app/key-labels.ts';
import { localizedName } from '../../contract/messages/translator.ts';
import { digitOf } from './keyEvents.ts';

const isMac = navigator.platform.startsWith('Mac');

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

const places: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Backslash: '\\' };
/** Keys that only change what others mean, or become a letter with the next one. */
const silent: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Dead',
  'Process',
]);

/** The letter on a key that writes one of another script (Cyrillic, Hangul), by its place; null for other keys. */
function latinLetter({ key, code }: Pick<Pressed, 'key' | 'code'>): string | null {
  if (!/^\p{L}$/u.test(key) || /\p{Script=Latin}/u.test(key)) return null;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}

/**
 * The names of a key that was pressed (see `Shortcut`), the best one first; none of a key that says nothing by itself. It is
 * called by what it writes, so that Shift is a part of what is no letter; digits, brackets, and the backslash also by their
 * place, since not every keyboard writes them with one key. A single character means the same with Shift, where nothing else does.
 */
export function keyNames(event: Pressed): string[] {
  const { code, shiftKey } = event;
  const key = latinLetter(event) ?? event.key;
  if (silent.has(key)) return [];
  // AltGr writes a character, and Windows tells it as Ctrl and Alt.
  const isWritten = event.getModifierState?.('AltGraph') ?? false;
  const mods = isWritten ? '' : `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}`;
  const shift = shiftKey ? 'Shift+' : '';
  const digit = digitOf(event);
  const place = digit === null ? places[code] : String(digit);
  const isCharacter = key.length === 1 && key !== ' ';
  const name = key === ' ' ? 'Space' : isCharacter ? key.toUpperCase() : key;
  const isPlain = isCharacter && !/\p{L}/u.test(key);
  const written = `${mods}${isPlain ? '' : shift}${name}`;
  const placed = place === undefined ? [] : [`${mods}${shift}${place}`];
  const withoutShift = shiftKey && mods === '' && isCharacter ? [place ?? name] : [];
  return [...new Set(digit === null ? [written, ...placed, ...withoutShift] : [...placed, ...withoutShift, written])];
}

/** What is pressed together, each as it is written on this computer's keyboard. */
export const keyParts = (key: string): string[] => keyPartsOn(key, isMac).map(localizedName);

/** Ctrl+Shift+P, or ⇧⌘P on a Mac. */
export const formatKey = (key: string): string => keyParts(key).join(isMac ? '' : '+');
