import { expect, it } from 'vitest';
import { toRadius, toStep } from '../../../../../renderer/screens/review/touch/BrushBar.tsx';
import { touchKey } from '../../../../../renderer/screens/review/touch/useTouchKeys.ts';

const key = (name: string, more: object = {}) => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it.each([
  ['[', {}, { does: 'size', by: -1 }, { does: 'strength', by: -1 }],
  [']', {}, { does: 'size', by: 1 }, { does: 'strength', by: 1 }],
  ['{', { shiftKey: true }, { does: 'softness', by: -1 }, { does: 'strength', by: -1 }],
  // By its place on a German keyboard.
  ['+', { code: 'BracketRight' }, { does: 'pass' }, { does: 'pass' }],
  ['ü', { code: 'BracketLeft' }, { does: 'size', by: -1 }, { does: 'strength', by: -1 }],
  ['Backspace', {}, { does: 'undo' }, { does: 'nothing' }],
  ['z', { ctrlKey: true }, { does: 'undo' }, { does: 'undo' }],
  ['Z', { metaKey: true, shiftKey: true }, { does: 'redo' }, { does: 'redo' }],
  ['y', { ctrlKey: true }, { does: 'redo' }, { does: 'redo' }],
  ['1', { ctrlKey: true }, { does: 'pass' }, { does: 'pass' }],
  ['Enter', {}, { does: 'save' }, { does: 'save' }],
  ['Escape', {}, { does: 'cancel' }, { does: 'cancel' }],
  ['x', {}, { does: 'swap' }, { does: 'nothing' }],
  ['a', {}, { does: 'edges' }, { does: 'nothing' }],
  ['z', {}, { does: 'pass' }, { does: 'pass' }],
  // What decides about the photograph otherwise, or turns to another one.
  ['p', {}, { does: 'nothing' }, { does: 'nothing' }],
  ['5', {}, { does: 'nothing' }, { does: 'nothing' }],
  ['ArrowRight', {}, { does: 'nothing' }, { does: 'nothing' }],
] as const)('%s %j', (name, more, brush, strength) => {
  expect(touchKey(key(name, more), 'brush')).toEqual(brush);
  expect(touchKey(key(name, more), 'strength')).toEqual(strength);
});

it('the slider of the size goes from the smallest to the largest brush', () => {
  expect([toRadius(0), toRadius(200)]).toEqual([0.5, 2000]);
  for (const radius of [0.5, 3, 40, 600, 2000]) expect(toRadius(toStep(radius)) / radius).toBeCloseTo(1, 1);
});
