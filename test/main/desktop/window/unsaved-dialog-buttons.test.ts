import { expect, it } from 'vitest';
import { saveButtons } from '../../../../main/desktop/window/unsaved-dialog-buttons.ts';

it.each([
  ['darwin', ['save', 'stay', 'discard']],
  ['win32', ['save', 'discard', 'stay']],
  ['linux', ['discard', 'stay', 'save']],
] as const)('are in the order of %s', (platform, order) => {
  expect(saveButtons(platform)).toEqual(order);
});
