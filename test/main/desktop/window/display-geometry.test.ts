import { expect, it } from 'vitest';
import { findSecondDisplay, isOnWorkArea, parsePlacement } from '../../../../main/desktop/window/display-geometry.ts';

const display = (id: number, width: number, height: number) => ({ id, bounds: { x: 0, y: 0, width, height } });
const [laptop, monitor, projector] = [display(1, 1440, 900), display(2, 3840, 2160), display(3, 1920, 1080)];

it.each([
  ['there is none', [laptop], 1, null],
  ['the window is on the laptop', [laptop, monitor], 1, 2],
  ['the window is on the monitor', [laptop, monitor], 2, 1],
  ['of two others, the larger one', [projector, laptop, monitor], 1, 2],
  ['the display of the window has just been removed', [laptop], 2, 1],
] as const)('the second display if %s', (_, displays, mainDisplayId, id) => {
  expect(findSecondDisplay(displays, mainDisplayId)?.id ?? null).toBe(id);
});

it.each([
  ['a placement', { x: 10, y: 20, width: 900, height: 600, maximized: false }, true],
  ['null', null, false],
  ['a window that is too small', { x: 10, y: 20, width: 500, height: 600, maximized: false }, false],
  ['fractions of a pixel', { x: 10.5, y: 20, width: 900, height: 600, maximized: false }, false],
  ['no maximized', { x: 10, y: 20, width: 900, height: 600 }, false],
])('reads %s', (_, saved, isValid) => {
  expect(parsePlacement(JSON.stringify(saved))).toEqual(isValid ? saved : null);
});

const area = { x: 0, y: 25, width: 1440, height: 875 };
it.each([
  ['in the middle', 200, 100, true],
  ['partly to the left', -700, 100, true],
  ['almost entirely to the left', -850, 100, false],
  ['almost entirely to the right', 1400, 100, false],
  ['with its title bar above', 200, 0, false],
  ['with its title bar below', 200, 850, false],
])('is visible on the display: a window %s', (_, x, y, isVisible) => {
  expect(isOnWorkArea({ x, y, width: 900, height: 600 }, area)).toBe(isVisible);
});
