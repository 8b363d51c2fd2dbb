import { describe, expect, test } from 'vitest';
import { areaMean, createPlane, cropPlane, enlarge } from '../../../../../engine/pixels/plane.ts';
import { hairEdge, refineMatte, solidEdge } from '../../../../../engine/vision/matting/refinement/refine-matte.ts';
import { cutPhoto } from '../../../../../engine/vision/photo/decode.ts';
import { coarseOf, composite, errorsOf, hairyHead, mug } from '../../../../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const open = new AbortController().signal;

/** A red frame with brown strings, 1.5 px wide, every 7 px. */
function racket(width: number, height: number): string {
  const [x, y, rx, ry] = [width / 2, height / 2, width * 0.42, height * 0.42];
  const strings: string[] = [];
  for (let at = 7; at < rx; at += 7) {
    for (const side of [-at, at]) {
      const half = ry * Math.sqrt(1 - (at / rx) ** 2);
      strings.push(`M${x + side},${y - half} V${y + half}`);
    }
  }
  for (let at = 7; at < ry; at += 7) {
    for (const side of [-at, at]) {
      const half = rx * Math.sqrt(1 - (at / ry) ** 2);
      strings.push(`M${x - half},${y + side} H${x + half}`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="${strings.join(' ')}" stroke="#8a5030" stroke-width="1.5"/>
    <ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="none" stroke="#b3202a" stroke-width="14"/></svg>`;
}

async function expectStrandsFound(background: Parameters<typeof sample>[0]): Promise<void> {
  const { photo, alpha } = await composite(hairyHead(800, 600), sample(background));
  const coarse = coarseOf(alpha, 0.4);

  const refined = errorsOf(await refineMatte(photo, coarse, hairEdge, open), alpha);

  const blownUp = errorsOf(enlarge(coarse, 800, 600), alpha);
  expect(refined.edge).toBeLessThan(blownUp.edge * 0.75);
  expect(refined.gradient).toBeLessThan(blownUp.gradient * 0.8);
}

describe('refineMatte', () => {
  test('restores strands in front of a photograph', () => expectStrandsFound('chelsea'));

  test.each(['coffee', 'astronaut'] as const)('restores strands in front of %s too', { tags: ['long'] }, (name) =>
    expectStrandsFound(name),
  );

  test('makes the edge of a thing crisp, from a matte six times smaller', { tags: ['long'] }, async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('coffee'));
    const coarse = coarseOf(alpha, 1 / 6);
    const refined = await refineMatte(photo, coarse, solidEdge, open);
    expect([refined.width, refined.height]).toEqual([700, 550]);
    expect(errorsOf(refined, alpha).edge).toBeLessThan(errorsOf(enlarge(coarse, 700, 550), alpha).edge * 0.5);
    expect(errorsOf(refined, alpha).all).toBeLessThan(0.002);
  });

  test('keeps thin parts of an accurate matte without known colors nearby', async () => {
    const { photo, alpha } = await composite(racket(240, 200), sample('chelsea'));
    const coarse = areaMean(alpha, 146, 122);
    const enlarged = errorsOf(enlarge(coarse, 240, 200), alpha);
    const refined = errorsOf(await refineMatte(photo, coarse, solidEdge, open), alpha);
    expect(refined.all).toBeLessThan(enlarged.all * 0.75);
    expect(refined.gradient).toBeLessThan(enlarged.gradient * 0.75);
  });

  test('changes nothing away from edges', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refined = await refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, open);
    expect(refined.data[20 * 700 + 20]).toBe(0);
    expect(refined.data[280 * 700 + 320]).toBe(1);
  });

  test('leaves no seam at tile borders in half-transparent areas', { tags: ['long'] }, async () => {
    const [width, height] = [300, 460];
    const random = createSeededRandom('seam');
    const rgb = Uint8Array.from({ length: width * height * 3 }, () => 100 + random.below(60));
    for (let i = 0; i < rgb.length; i++) if (Math.floor(i / 3) % width > 150) rgb[i]! += 60;
    const coarse = createPlane(width / 4, height / 4);
    for (let i = 0; i < coarse.data.length; i++) {
      const y = Math.floor(i / coarse.width) / coarse.height;
      coarse.data[i] = 0.5 + 0.4 * Math.sin(y * 9) * Math.sin((i % coarse.width) / 9);
    }
    const { data } = await refineMatte({ width, height, rgb, alpha: null }, coarse, hairEdge, open);
    const stepAt = (y: number) => {
      let sum = 0;
      for (let x = 0; x < width; x++) sum += Math.abs(data[y * width + x]! - data[(y - 1) * width + x]!);
      return sum / width;
    };
    const nearbySteps = [217, 219, 229, 231].map(stepAt);
    expect(stepAt(224)).toBeLessThan(Math.max(...nearbySteps) * 1.3);
  });

  test('shows no seam at any tile border', { tags: ['long'] }, async () => {
    const { photo, alpha } = await composite(hairyHead(900, 700), sample('chelsea'));
    const fullMatte = await refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, open);
    // Cropping the left 100 px moves all tile borders.
    const rect = { x: 100, y: 0, width: 800, height: 700 };
    const part = await refineMatte(cutPhoto(photo, rect), coarseOf(cropPlane(alpha, rect), 0.5), hairEdge, open);
    let [sum, worst] = [0, 0];
    for (let y = 0; y < 700; y++) {
      for (let x = 60; x < 800; x++) {
        const off = Math.abs(part.data[y * 800 + x]! - fullMatte.data[y * 900 + x + 100]!);
        sum += off;
        worst = Math.max(worst, off);
      }
    }
    expect(sum / (740 * 700)).toBeLessThan(0.0005);
    expect(worst).toBeLessThan(0.25);
  });

  test('stops if it is canceled', async () => {
    const { photo, alpha } = await composite(mug(700, 550, ['#2b5a9c', '#6f9fdd', '#1d3d70']), sample('chelsea'));
    const refining = refineMatte(photo, coarseOf(alpha, 0.5), hairEdge, AbortSignal.abort());
    await expect(refining).rejects.toMatchObject({ name: 'AbortError' });
  });
});
