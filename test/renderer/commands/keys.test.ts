import { describe, expect, it } from 'vitest';
import { formatKey, keyNames, keyParts } from '../../../renderer/commands/keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('keyNames', () => {
  it.each([
    ['p', 'KeyP', {}, ['P']],
    ['P', 'KeyP', { shiftKey: true }, ['Shift+P', 'P']],
    // Caps Lock.
    ['P', 'KeyP', {}, ['P']],
    [' ', 'Space', {}, ['Space']],
    ['Tab', 'Tab', { shiftKey: true }, ['Shift+Tab']],
    ['z', 'KeyZ', { ctrlKey: true }, ['Mod+Z']],
    ['Z', 'KeyZ', { metaKey: true, shiftKey: true }, ['Mod+Shift+Z']],
    ['F10', 'F10', { shiftKey: true }, ['Shift+F10']],
    ['?', 'Slash', { shiftKey: true }, ['?']],
    ['+', 'Equal', { shiftKey: true }, ['+']],
    ['5', 'Digit5', {}, ['5']],
    ['3', 'Numpad3', {}, ['3']],
    // Without Num Lock.
    ['ArrowLeft', 'Numpad4', {}, ['ArrowLeft']],
    // A French keyboard: digits need Shift there.
    ['"', 'Digit3', {}, ['3', '"']],
    ['3', 'Digit3', { shiftKey: true }, ['Shift+3', '3']],
    ['!', 'Digit1', { ctrlKey: true, shiftKey: true }, ['Mod+Shift+1', 'Mod+!']],
    ['{', 'BracketLeft', { shiftKey: true }, ['{', 'Shift+[', '[']],
    // A German keyboard: brackets by their position, or typed with AltGr.
    ['ü', 'BracketLeft', {}, ['Ü', '[']],
    ['[', 'Digit8', { ctrlKey: true, altKey: true, getModifierState: () => true }, ['8', '[']],
    ['#', 'Backslash', {}, ['#', '\\']],
    // A Russian and a Korean keyboard: letters by their position.
    ['з', 'KeyP', {}, ['P']],
    ['Я', 'KeyZ', { ctrlKey: true, shiftKey: true }, ['Mod+Shift+Z']],
    ['ㅔ', 'KeyP', {}, ['P']],
    ['х', 'BracketLeft', {}, ['Х', '[']],
    ['Shift', 'ShiftLeft', { shiftKey: true }, []],
    ['Dead', 'Equal', {}, []],
  ])('%s (%s) %j', (key, code, more, names) => {
    expect(keyNames({ ...none, key, code, ...more })).toEqual(names);
  });
});

it('writes keys like their labels on the keyboard', () => {
  expect(formatKey('Mod+Shift+P')).toBe('Ctrl+Shift+P');
  expect(keyParts('Shift+ArrowUp')).toEqual(['Shift', '↑']);
  expect(keyParts('+')).toEqual(['+']);
  expect(keyParts('Mod++')).toEqual(['Ctrl', '+']);
});
