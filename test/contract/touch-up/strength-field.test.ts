import { describe, expect, it } from 'vitest';
import { faceWeight, strengthRow } from '../../../contract/touch-up/strength-field.ts';
import type { FaceStrength } from '../../../contract/touch-up/touch-up.ts';

const face = (change: Partial<FaceStrength> = {}): FaceStrength => ({
  shape: 'ellipse',
  x: 100,
  y: 80,
  width: 80,
  height: 100,
  strength: 0,
  ...change,
});

describe('a face’s own strength', () => {
  it('is full within its shape, and zero half its size around it', () => {
    for (const shape of ['ellipse', 'box'] as const) {
      const own = face({ shape });
      expect(faceWeight(own, 140, 130)).toBe(1);
      expect(faceWeight(own, 101, 130)).toBe(1);
      expect(faceWeight(own, 140, 81)).toBe(1);
      expect(faceWeight(own, 79, 130)).toBe(0);
      expect(faceWeight(own, 140, 206)).toBe(0);
      expect(faceWeight(own, 90, 130)).toBeGreaterThan(0.4);
      expect(faceWeight(own, 90, 130)).toBeLessThan(0.6);
    }
    expect(faceWeight(face({ shape: 'box' }), 110, 90)).toBe(1);
    expect(faceWeight(face({ shape: 'ellipse' }), 110, 90)).toBeLessThan(1);
  });

  it('fades without a step or a bend', () => {
    const row = strengthRow({ whole: 1, faces: [face()] }, 130, 300);
    for (let x = 2; x < row.length; x++) {
      const slope = row[x]! - row[x - 1]!;
      expect(Math.abs(slope)).toBeLessThan(0.11);
      expect(Math.abs(slope - (row[x - 1]! - row[x - 2]!))).toBeLessThan(0.03);
    }
    expect(row[140]).toBe(0);
    expect([row[0], row[299]]).toEqual([1, 1]);
  });

  it('is shared where faces overlap, and never exceeds the requested one', () => {
    const faces = [face({ strength: 0.2 }), face({ x: 140, strength: 0.8 })];
    const row = strengthRow({ whole: 0.5, faces }, 130, 400);
    expect(row[105]!).toBeLessThan(0.45);
    expect(row[160]!).toBeCloseTo(0.5, 2);
    expect(row[215]!).toBeGreaterThan(0.55);
    for (const value of row) {
      expect(value).toBeGreaterThanOrEqual(0.2 - 1e-6);
      expect(value).toBeLessThanOrEqual(0.8 + 1e-6);
    }
  });

  it('is equal on a screen and at full size', () => {
    const strength = { whole: 1, faces: [face({ strength: 0.3 })] };
    const full = strengthRow(strength, 130, 320);
    const small = strengthRow(strength, 32, 80, 0.25);
    small.forEach((value, x) => {
      expect(Math.abs(value - (full[x * 4 + 1]! + full[x * 4 + 2]!) / 2)).toBeLessThan(0.02);
    });
  });
});
