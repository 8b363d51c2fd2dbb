import { describe, expect, it } from 'vitest';
import { measureExposure } from '../../../../main/imaging/measure/exposure.ts';
import { lighter, pictureOf } from '../../../helpers/degraded-images.ts';
import { group } from '../../../helpers/faces.ts';

const { signal } = new AbortController();

describe('exposure', async () => {
  const head = await pictureOf(group(6), { left: 1370, top: 170, width: 450, height: 500 });
  const face = { x: 110, y: 120, width: 230, height: 260 };
  const measure = (factor: number) => measureExposure(lighter(head, factor), [face], signal);

  it('tells how light the face is', async () => {
    const [darker, asItWas, brighter] = [await measure(0.5), await measure(1), await measure(1.3)];
    expect(asItWas.light).toBeGreaterThan(0.4);
    expect(asItWas.light).toBeLessThan(0.75);
    expect(darker.light / asItWas.light).toBeCloseTo(0.5, 1);
    expect(brighter.light).toBeGreaterThan(asItWas.light * 1.2);
  });

  it('tells what is lost in highlights and shadows', async () => {
    const [darker, asItWas, brighter] = [await measure(0.02), await measure(1), await measure(3)];
    expect(asItWas.clippedHigh + asItWas.clippedLow).toBeLessThan(0.01);
    expect(brighter.clippedHigh).toBeGreaterThan(0.2);
    expect(darker.clippedLow).toBeGreaterThan(0.5);
  });

  it('does not call a pure colour lost', async () => {
    const rgb = Buffer.from(Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 255 : 0)));
    expect(await measureExposure({ width: 10, height: 10, rgb }, [], signal)).toMatchObject({
      clippedLow: 0,
      clippedHigh: 0,
    });
  });
});
