import { describe, expect, it } from 'vitest';
import type { Camera } from './camera.ts';
import { lightOn } from './light.ts';
import { draw } from './render.ts';
import { ball, type Material, type Shape, surface } from './shapes.ts';
import { composed } from './stage.ts';
import type { Vec } from './vector.ts';

const [width, height] = [40, 30];
/** An orthographic camera: x and y are pixels, and larger z is nearer. */
const flatCamera: Camera = { eye: [0, 0, 1000], project: (x, y, z) => [x, y, 1e6 + z], ray: () => [0, 0, -1] };
const matt: Material = { colour: [0.5, 0.5, 0.5] };
const plate = (material: Material, left: number, top: number, right: number, bottom: number, z = 0): Shape =>
  surface(material, 2, 2, (u, v) => [left + u * (right - left), top + v * (bottom - top), z]);
const drawn = (...shapes: Shape[]) => {
  const even = (): Vec => [0.5, 0.5, 0.5];
  return draw(shapes, flatCamera, lightOn(shapes, [0, 0.6, 0.8], [1, 1, 1], even), width, height);
};

describe('draw', () => {
  it('measures the coverage of each pixel by a plate', () => {
    const { alpha } = drawn(plate(matt, 10, 5, 20.5, 12.25));
    expect([alpha[4 * width + 12], alpha[5 * width + 10], alpha[8 * width + 19]]).toEqual([0, 1, 1]);
    expect([alpha[8 * width + 20], alpha[12 * width + 12], alpha[12 * width + 20]]).toEqual([0.5, 0.25, 0.125]);
    expect(alpha.reduce((sum, each) => sum + each, 0)).toBeCloseTo(10.5 * 7.25, 6);
  });

  it('gives a ball the area of its circle', () => {
    const { alpha } = drawn(ball(matt, [20, 15, 0], 10, 200));
    expect(alpha.reduce((sum, each) => sum + each, 0) / (Math.PI * 100)).toBeCloseTo(1, 2);
  });

  it('keeps holes open, and shows the nearer shape', () => {
    const holed: Material = { colour: [1, 0, 0], hole: (u) => u > 0.5 };
    const { alpha, light } = drawn(plate(holed, 4, 4, 24, 24, 5), plate({ colour: [0, 0, 1] }, 4, 4, 14, 24, 1));
    expect([alpha[10 * width + 8], alpha[10 * width + 20]]).toEqual([1, 0]);
    expect(light[(10 * width + 8) * 3]!).toBeGreaterThan(light[(10 * width + 8) * 3 + 2]!);
  });

  it('transmits light through glass, and displaces it nowhere else', () => {
    const { alpha, bend } = drawn(plate({ colour: [1, 1, 1], glass: true }, 4, 4, 24, 24));
    expect(alpha[10 * width + 10]).toBeGreaterThan(0.05);
    expect(alpha[10 * width + 10]).toBeLessThan(0.9);
    expect([bend![(10 * width + 30) * 2], bend![(10 * width + 30) * 2 + 1]]).toEqual([0, 0]);
  });
});

describe('composed', () => {
  it('blends by alpha in linear light', () => {
    const drawing = {
      width: 2,
      height: 1,
      light: new Float32Array([0.5, 0.5, 0.5, 0, 0, 0]),
      alpha: new Float32Array([0.5, 0]),
    };
    const mixed = composed({ ...drawing, bend: undefined }, new Float32Array([0.2, 0.4, 0.6, 0.1, 0.2, 0.3]));
    expect([...mixed].map((each) => Number(each.toFixed(4)))).toEqual([0.6, 0.7, 0.8, 0.1, 0.2, 0.3]);
  });
});
