import { describe, expect, it } from 'vitest';
import { decisionOf } from '../../../../renderer/screens/review/useDecisionKeys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('decisionOf', () => {
  it.each([
    ['p', 'KeyP', { change: { flag: 1 } }],
    ['P', 'KeyP', { change: { flag: 1 } }],
    ['x', 'KeyX', { change: { flag: -1 } }],
    ['u', 'KeyU', { change: { flag: 0 } }],
    ['0', 'Digit0', { change: { stars: 0 } }],
    ['5', 'Digit5', { change: { stars: 5 } }],
    ['6', 'Digit6', { label: 1 }],
    ['9', 'Digit9', { label: 4 }],
    ['3', 'Numpad3', { change: { stars: 3 } }],
    // Without Num Lock.
    ['ArrowLeft', 'Numpad4', null],
    ['Home', 'Numpad7', null],
    ['Insert', 'Numpad0', null],
    // A French keyboard: digits need Shift there.
    ['"', 'Digit3', { change: { stars: 3 } }],
    ['ç', 'Digit9', { label: 4 }],
    ['a', 'KeyQ', null],
    ['F1', 'F1', null],
  ])('%s (%s)', (key, code, expected) => {
    expect(decisionOf({ ...plain, key, code })).toEqual(expected);
  });

  it('leaves keys with Ctrl, Cmd or Alt to others', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(decisionOf({ ...plain, [held]: true, key: '1', code: 'Digit1' })).toBeNull();
    }
  });
});
