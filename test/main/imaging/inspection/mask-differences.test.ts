import { describe, expect, test } from 'vitest';
import {
  erode,
  findDisagreements,
  type Matte,
  subjectSize,
} from '../../../../main/imaging/inspection/mask-differences.ts';
import { createYielder } from '../../../../main/imaging/yield-to-event-loop.ts';

const yieldToEventLoop = createYielder(new AbortController().signal);
const [width, height] = [400, 300];

/** White rectangles (left, top, right, bottom) on black. */
function matte(...areas: readonly (readonly [number, number, number, number])[]): Matte {
  const values = new Uint8Array(width * height);
  for (const [left, top, right, bottom] of areas)
    for (let y = top; y < bottom; y++) values.fill(255, y * width + left, y * width + right);
  return { width, height, values };
}
const subject = [100, 50, 300, 300] as const;

describe('areas of contradiction between two masks', () => {
  test('exclude differences of edges', async () => {
    expect(await findDisagreements(matte(subject), matte([102, 52, 298, 300]), yieldToEventLoop)).toEqual([]);
    expect(await findDisagreements(matte(subject), matte(subject), yieldToEventLoop)).toEqual([]);
  });

  test('are found with their location and size, the largest first', async () => {
    const hand = [300, 200, 340, 220] as const;
    const foot = [60, 280, 100, 290] as const;
    const found = await findDisagreements(matte(subject, hand, foot), matte(subject), yieldToEventLoop);
    expect(found).toEqual([
      { box: { x: 300 / 400, y: 200 / 300, width: 40 / 400, height: 20 / 300 }, size: 800 },
      { box: { x: 60 / 400, y: 280 / 300, width: 40 / 400, height: 10 / 300 }, size: 400 },
    ]);
    expect(await findDisagreements(matte(subject), matte(subject, hand, foot), yieldToEventLoop)).toEqual([]);
  });

  test('exclude areas in which either mask is uncertain', async () => {
    const vague = matte(subject);
    vague.values.fill(120, 60 * width, 100 * width);
    expect(await findDisagreements(matte(subject), vague, yieldToEventLoop)).toEqual([]);
    expect(await findDisagreements(vague, matte(), yieldToEventLoop)).not.toEqual([]);
  });
});

test('a mask is eroded at its edges, but not at the border of the picture', async () => {
  const mask = matte([0, 0, 50, 40]).values.map((value) => value / 255);
  expect((await erode(mask, { width, height }, 3, yieldToEventLoop)).reduce((sum, value) => sum + value, 0)).toBe(
    47 * 37,
  );
  expect(subjectSize(matte(subject))).toBe(200 * 250);
});
