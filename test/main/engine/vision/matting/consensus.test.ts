import { describe, expect, test } from 'vitest';
import { consensus } from '../../../../../main/engine/vision/matting/consensus.ts';
import { createPlane, type Plane } from '../../../../../main/engine/vision/pixels/plane.ts';

const side = 128;
/** The right edge of somebody. */
const bodyEnds = 90;

function plane(valueAt: (x: number, y: number) => number): Plane {
  const out = createPlane(side, side);
  for (let i = 0; i < out.data.length; i++) out.data[i] = valueAt(i % side, Math.floor(i / side));
  return out;
}

const at = ({ data }: Plane, x: number, y = 64) => data[y * side + x]!;

describe('consensus', () => {
  test('is surer of what two see than either of them', () => {
    const vague = plane((x) => (x < bodyEnds ? 0.7 : 0.3));
    const decided = consensus([
      { plane: vague, yes: 1, no: 1 },
      { plane: vague, yes: 1, no: 1 },
    ]);
    expect(at(decided, 40)).toBeGreaterThan(0.8);
    expect(at(decided, 110)).toBeLessThan(0.2);
  });

  test('counts a yes and a no as told', () => {
    const [yes, no] = [plane(() => 1), plane(() => 0)];
    const doubter = { plane: no, yes: 1, no: 0.5 };
    expect(at(consensus([{ plane: yes, yes: 1, no: 1 }, doubter]), 40)).toBeGreaterThan(0.5);
    expect(at(consensus([{ plane: yes, yes: 0.3, no: 1 }, doubter]), 40)).toBeLessThan(0.5);
  });

  test('lets no single opinion overrule two others, however sure it is', () => {
    const [yes, no] = [plane(() => 1), plane(() => 0.1)];
    const opinions = [yes, no, no].map((each) => ({ plane: each, yes: 1, no: 1 }));
    expect(at(consensus(opinions), 40)).toBeLessThan(0.5);
  });
});
