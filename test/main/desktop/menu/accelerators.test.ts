import { expect, it } from 'vitest';
import { acceleratorOf } from '../../../../main/desktop/menu/accelerators.ts';

it('the menu has the keys of the window, as long as they are none that are typed', () => {
  expect(acceleratorOf('app.open', {})).toBe('CmdOrCtrl+O');
  expect(acceleratorOf('go.studio', {})).toBe('CmdOrCtrl+7');
  expect(acceleratorOf('app.picks', {})).toBeUndefined();
  expect(acceleratorOf('app.picks', { 'app.picks': ['Mod+Shift+ArrowUp'] })).toBe('CmdOrCtrl+Shift+Up');
  expect(acceleratorOf('app.picks', { 'app.picks': ['Mod++'] })).toBe('CmdOrCtrl+Plus');
  expect(acceleratorOf('app.open', { 'app.open': ['G'] })).toBeUndefined();
  expect(acceleratorOf('app.open', { 'app.open': ['G', 'F6'] })).toBe('F6');
});
