import { describe, expect, test } from 'vitest';
import { backdropOf } from '../../../../engine/effects/warp/backdrop.ts';
import { warpPeople } from '../../../../engine/effects/warp/compose.ts';
import { fieldOf } from '../../../../engine/effects/warp/displacement-field.ts';
import type { PersonView } from '../../../../engine/effects/warp/person.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';

const side = 200;
const head = { x: 100, y: 100, radius: 60 };
const skin = [210, 150, 120];
/** What shows between strands. */
const sky = [70, 120, 230];
/** Bars behind the head: upright ones with a mark every few rows, so that every pixel tells where it belongs. */
const wall = (x: number, y: number, c: number) =>
  (Math.floor(x / 16) % 2 === 0 ? 40 : 180) + 10 * c + (y % 7 === 0 ? 9 : 0);

function plane(of: (x: number, y: number) => number): Plane {
  const out = createPlane(side, side);
  for (let at = 0; at < out.data.length; at++) out.data[at] = of(at % side, Math.floor(at / side));
  return out;
}

/** @param gap where the wall shows through the head, which the matte doubts */
function scene(gap: (x: number, y: number) => boolean = () => false) {
  const share = (x: number, y: number) =>
    Math.min(1, Math.max(0, head.radius - Math.hypot(x + 0.5 - head.x, y + 0.5 - head.y) + 0.5));
  const matte = plane((x, y) => (gap(x, y) ? 0.5 : share(x, y)));
  const rgb = new Uint8Array(side * side * 3);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    for (let c = 0; c < 3; c++) {
      const part = gap(x, y) ? 0 : matte.data[at]!;
      rgb[at * 3 + c] = Math.round(part * skin[c]! + (1 - part) * (gap(x, y) ? sky[c]! : wall(x, y, c)));
    }
  }
  const zero = () => plane(() => 0);
  const rect = { x: 0, y: 0, width: side, height: side };
  const view: PersonView = {
    rect,
    place: { ...rect, scale: 1 },
    rgb: new Uint8Array(rgb),
    matte,
    byColour: { red: zero(), green: zero(), blue: zero(), offset: matte },
    own: [plane(() => skin[0]!), plane(() => skin[1]!), plane(() => skin[2]!)],
    classes: { skin: matte, hair: zero(), clothes: zero(), others: zero() },
  };
  return { photo: { width: side, height: side, rgb, alpha: null }, view, rect };
}

describe('a head before bars gets narrower', () => {
  const { photo, view, rect } = scene();
  const before = new Uint8Array(photo.rgb);
  const squeeze = 0.9;
  const field = fieldOf({ x: 20, y: 20, width: 160, height: 160 }, 2, (x, y, out) => {
    const near = Math.min(1, Math.max(0, (75 - Math.hypot(x - head.x, y - head.y)) / 5));
    out.set([near * (x - head.x) * (1 / squeeze - 1), 0]);
  });
  warpPeople(
    photo,
    field,
    backdropOf(photo, view, rect, 120, () => 8),
  );
  const at = (x: number, y: number) => (y * side + x) * 3;

  test('bars that were seen stay as they were, bit for bit', () => {
    let [seen, changed] = [0, 0];
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        if (Math.hypot(x + 0.5 - head.x, y + 0.5 - head.y) < head.radius + 6) continue;
        seen++;
        for (let c = 0; c < 3; c++) if (photo.rgb[at(x, y) + c] !== before[at(x, y) + c]) changed++;
      }
    }
    expect(seen).toBeGreaterThan(10_000);
    expect(changed).toBe(0);
  });

  test('the head is narrower, and as high', () => {
    const isHead = (x: number, y: number) => Math.abs(photo.rgb[at(x, y)]! - skin[0]!) < 12;
    const across = Array.from({ length: side }, (_, x) => x).filter((x) => isHead(x, 100)).length;
    const down = Array.from({ length: side }, (_, y) => y).filter((y) => isHead(100, y)).length;
    expect(across).toBeGreaterThan(102);
    expect(across).toBeLessThan(113);
    expect(down).toBeGreaterThan(116);
  });

  test('bars go on where the head has left', () => {
    const uncovered: number[] = [];
    for (let y = 60; y < 140; y++) {
      for (const x of [41, 42, 43, 157, 158]) {
        if (Math.abs(x + 0.5 - head.x) > Math.sqrt(head.radius ** 2 - (y + 0.5 - head.y) ** 2)) continue;
        if (Math.abs(x + 0.5 - head.x) < squeeze * Math.sqrt(head.radius ** 2 - (y + 0.5 - head.y) ** 2) + 1.5)
          continue;
        uncovered.push(Math.abs(photo.rgb[at(x, y)]! - wall(x, y, 0)));
      }
    }
    expect(uncovered.length).toBeGreaterThan(50);
    expect(uncovered.filter((off) => off < 30).length / uncovered.length).toBeGreaterThan(0.9);
  });

  test('where nothing moves nothing changes', () => {
    const { photo: same, view: seen } = scene();
    warpPeople(
      same,
      fieldOf(rect, 4, (_x, _y, out) => out.fill(0)),
      backdropOf(same, seen, rect, 120, () => 0),
    );
    expect(Buffer.compare(same.rgb, before)).toBe(0);
  });
});

function expectGapShown(left: number): void {
  const { photo, view, rect } = scene((x, y) => x >= left && x < left + 6 && y >= 90 && y < 110);
  const field = fieldOf({ x: 20, y: 20, width: 160, height: 160 }, 2, (x, y, out) => {
    const near = Math.min(1, Math.max(0, (75 - Math.hypot(x - head.x, y - head.y)) / 5));
    out.set([-3 * near, 0]);
  });
  warpPeople(
    photo,
    field,
    backdropOf(photo, view, rect, 120, () => 3),
  );
  const middle = (100 * side + left + 6) * 3;
  const off = sky.map((value, c) => Math.abs(photo.rgb[middle + c]! - value));
  expect(Math.max(...off)).toBeLessThan(12);
}

test('a gap deep inside shows what it showed', () => expectGapShown(72));
test('a gap near the edge shows what it showed', { tags: ['long'] }, () => expectGapShown(49));
