import { expect, it } from 'vitest';
import { findSecondDisplay } from '../../../../main/desktop/window/second-display.ts';

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
