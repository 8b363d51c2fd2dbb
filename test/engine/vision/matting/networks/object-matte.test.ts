import { describe, expect, it } from 'vitest';
import { createPlane, type Rect } from '../../../../../engine/pixels/plane.ts';
import { grownRect } from '../../../../../engine/vision/matting/networks/object-matte.ts';

/** A photograph whose matte has half its size. */
const photo = { width: 200, height: 100, rgb: new Uint8Array(0), alpha: null };

function matteOf(subject: Rect) {
  const matte = createPlane(100, 50);
  for (let y = subject.y; y < subject.y + subject.height; y++) {
    matte.data.fill(1, y * 100 + subject.x, y * 100 + subject.x + subject.width);
  }
  return matte;
}

describe('grownRect', () => {
  const rect = { x: 40, y: 20, width: 80, height: 40 };

  it('keeps a part of the photograph if the subject ends inside', () => {
    expect(grownRect(matteOf({ x: 25, y: 14, width: 20, height: 10 }), rect, photo)).toBeNull();
  });

  it('grows by half its side if the subject reaches its border', () => {
    const handle = matteOf({ x: 30, y: 15, width: 30, height: 2 });
    expect(grownRect(handle, rect, photo)).toEqual({ x: 40, y: 20, width: 120, height: 40 });
    const leg = matteOf({ x: 30, y: 15, width: 2, height: 15 });
    expect(grownRect(leg, rect, photo)).toEqual({ x: 40, y: 20, width: 80, height: 60 });
  });

  it('ends with the photograph', () => {
    const wide = { x: 60, y: 0, width: 140, height: 100 };
    const everything = matteOf({ x: 0, y: 0, width: 100, height: 50 });
    expect(grownRect(everything, wide, photo)).toEqual({ x: 0, y: 0, width: 200, height: 100 });
    expect(grownRect(everything, { x: 0, y: 0, width: 200, height: 100 }, photo)).toBeNull();
  });
});
