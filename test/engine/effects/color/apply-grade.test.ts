import { describe, expect, test } from 'vitest';
import { applyGrade } from '../../../../engine/effects/color/apply-grade.ts';
import { gradeColor } from '../../../../engine/effects/color/grade.ts';
import { grades } from '../../../../engine/effects/color/grades.ts';

const colors = [
  [236, 190, 165],
  [120, 78, 55],
  [90, 130, 60],
  [120, 170, 220],
  [170, 30, 60],
  [128, 128, 128],
];

describe('on a photograph', () => {
  const width = 96;
  const height = 64;
  const photo = () => {
    const rgb = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) rgb.set(colors[Math.floor((i % width) / 16)]!, i * 3);
    return { width, height, rgb };
  };
  const signal = new AbortController().signal;

  test('every pixel gets its graded color', async () => {
    const after = photo();
    await applyGrade(after, grades[4]!, signal);
    for (const x of [3, 30, 70]) {
      const at = (32 * width + x) * 3;
      const wanted = new Float32Array(3);
      gradeColor(grades[4]!, [...photo().rgb.subarray(at, at + 3)], wanted);
      for (let c = 0; c < 3; c++) expect(Math.abs(after.rgb[at + c]! - wanted[c]!)).toBeLessThan(2.5);
    }
  });

  test('corners of a vignette are darker than the middle; a glow brightens the surroundings of a light', async () => {
    const flat = () => ({ width, height, rgb: new Uint8Array(width * height * 3).fill(150) });
    const shaded = flat();
    await applyGrade(shaded, { vignette: 0.5 }, signal);
    expect(shaded.rgb[0]).toBeLessThan(90);
    expect(shaded.rgb[(32 * width + 48) * 3]).toBe(150);
    const lit = flat();
    lit.rgb.fill(255, 0, 32 * width * 3);
    await applyGrade(lit, { glow: 0.5 }, signal);
    expect(lit.rgb[(32 * width + 48) * 3]).toBeGreaterThan(lit.rgb[(60 * width + 48) * 3]! + 5);
  });

  test('a canceled grade stops', async () => {
    await expect(applyGrade(photo(), grades[1]!, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    );
  });
});
