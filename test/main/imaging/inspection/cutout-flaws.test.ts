import { describe, expect, test } from 'vitest';
import { findCutoutFlaws } from '../../../../main/imaging/inspection/cutout-flaws.ts';
import { measureHalo } from '../../../../main/imaging/inspection/halo.ts';
import type { Matte } from '../../../../main/imaging/inspection/mask-differences.ts';
import type { Picture } from '../../../../main/imaging/measure/measured-image.ts';
import { createYielder } from '../../../../main/imaging/yield-to-event-loop.ts';

const [width, height] = [400, 400];
const circle = (x: number, y: number, radius: number) => (column: number, row: number) =>
  Math.hypot(column - x, row - y) <= radius;
const body = circle(200, 220, 110);
const hand = circle(350, 220, 24);
const subject = (x: number, y: number) => body(x, y) || hand(x, y);

function matte(isSubject: (x: number, y: number) => boolean): Matte {
  const values = Uint8Array.from({ length: width * height }, (_, at) =>
    isSubject(at % width, Math.floor(at / width)) ? 255 : 0,
  );
  return { width, height, values };
}

/** A dark subject in front of a bright green wall. */
const photograph: Picture = {
  width,
  height,
  rgb: Buffer.from(
    Array.from({ length: width * height }, (_, at) =>
      subject(at % width, Math.floor(at / width)) ? [60, 40, 40] : [90, 220, 110],
    ).flat(),
  ),
};
const own = [matte(subject), matte(subject)];
const { signal } = new AbortController();
const flaws = (found: Matte, mattes: readonly Matte[] = own) =>
  findCutoutFlaws({ photograph, result: photograph, hasColours: true, matte: found, own: mattes }, signal);

describe('a cutout', () => {
  test('has no flaw if it is the same as our mattes, or nearly', async () => {
    expect(await flaws(matte(subject))).toEqual([]);
    expect(await flaws(matte((x, y) => circle(200, 221, 108)(x, y) || hand(x, y)))).toEqual([]);
  });

  test('lacks a part that all our mattes have, and its location is reported', async () => {
    const [flaw, ...others] = await flaws(matte(body));
    expect(others).toEqual([]);
    expect(flaw).toMatchObject({ kind: 'missing' });
    expect(flaw!.box!.x).toBeCloseTo(326 / 400, 1);
    expect(flaw!.box!.width).toBeCloseTo(49 / 400, 1);
    // One of our mattes lacks the part too, so the subject is ambiguous.
    expect(await flaws(matte(body), [matte(subject), matte(body)])).toEqual([]);
  });

  test('has background left that none of our mattes has', async () => {
    const more = matte((x, y) => subject(x, y) || circle(60, 60, 40)(x, y));
    expect(await flaws(more)).toMatchObject([{ kind: 'left', box: { x: 0.05, y: 0.05 } }]);
    expect(await flaws(more, [matte(subject), more])).toEqual([]);
  });

  const [none, everything] = [matte(() => false), matte(() => true)];

  test.each<[string, Matte, readonly Matte[], object[]]>([
    ['is empty', none, own, [{ kind: 'empty', box: null, amount: 1 }]],
    ['is empty, whatever we found', none, [], [{ kind: 'empty' }]],
    ['contains everything', everything, own, [{ kind: 'whole' }]],
    ['has no flaw if the subject fills the photograph', everything, [everything, everything], []],
  ])('%s', async (_, found, mattes, expected) => {
    expect(await flaws(found, mattes)).toMatchObject(expected);
  });

  test('has a halo if its edge shows the wall, and none if only the photograph does', async () => {
    const wide = matte((x, y) => circle(200, 220, 114)(x, y) || circle(350, 220, 28)(x, y));
    expect(await flaws(wide)).toMatchObject([{ kind: 'halo', box: null }]);
    expect(await measureHalo(photograph, photograph, matte(subject), createYielder(signal))).toMatchObject({
      share: 0,
    });
    const cleaned = { ...photograph, rgb: Buffer.from(photograph.rgb.map((_, at) => [60, 40, 40][at % 3]!)) };
    expect((await measureHalo(photograph, cleaned, wide, createYielder(signal))).share).toBe(0);
  });
});
