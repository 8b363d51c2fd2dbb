import { describe, expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { consensus } from '../../../../../engine/vision/matting/merging/consensus.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';

const side = 128;
/** A red body on blue, its right edge at 90. */
const bodyEnds = 90;

function plane(valueAt: (x: number, y: number) => number): Plane {
  const out = createPlane(side, side);
  for (let i = 0; i < out.data.length; i++) out.data[i] = valueAt(i % side, Math.floor(i / side));
  return out;
}

function picture(): Photo {
  const rgb = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) rgb.set(i % side < bodyEnds ? [200, 40, 30] : [30, 40, 200], i * 3);
  return { width: side, height: side, rgb, alpha: null };
}

const at = ({ data }: Plane, x: number, y = 64) => data[y * side + x]!;

describe('consensus', () => {
  test('leaves nothing half transparent if the opinions are vague', () => {
    const vague = plane((x) => (x < bodyEnds ? 0.62 : 0.3));
    const decided = consensus([{ plane: vague, yes: 1, no: 1 }], picture());
    expect(at(decided, 40)).toBeGreaterThan(0.95);
    expect(at(decided, 110)).toBeLessThan(0.05);
  });

  test('moves the border of a dispute to the edge in the photograph', () => {
    const sloping = plane((x) => Math.min(1, Math.max(0, (bodyEnds + 12 - x) / 24)));
    const decided = consensus([{ plane: sloping, yes: 1, no: 1 }], picture());
    expect(at(decided, bodyEnds - 4)).toBeGreaterThan(0.9);
    expect(at(decided, bodyEnds + 3)).toBeLessThan(0.1);
  });

  test('weights a yes and a no as specified', () => {
    const [yes, no] = [plane(() => 1), plane(() => 0)];
    const doubter = { plane: no, yes: 1, no: 0.5 };
    expect(at(consensus([{ plane: yes, yes: 1, no: 1 }, doubter], picture()), 40)).toBeGreaterThan(0.95);
    expect(at(consensus([{ plane: yes, yes: 0.3, no: 1 }, doubter], picture()), 40)).toBeLessThan(0.05);
  });

  test('lets no single opinion overrule two others, however certain it is', () => {
    const [yes, no] = [plane(() => 1), plane(() => 0.1)];
    const opinions = [yes, no, no].map((each) => ({ plane: each, yes: 1, no: 1 }));
    expect(at(consensus(opinions, picture()), 40)).toBeLessThan(0.05);
  });
});
