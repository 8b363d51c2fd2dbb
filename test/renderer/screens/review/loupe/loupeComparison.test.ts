import { describe, expect, it } from 'vitest';
import {
  comparisonOf,
  hasBefore,
  isTransparent,
} from '../../../../../renderer/screens/review/loupe/loupeComparison.ts';
import { jobOf, resultOf } from '../../../../helpers/window/window-data.ts';

const job = jobOf(1);

it('detects results with transparency for the backdrop', () => {
  const cutout = resultOf(1, { path: '/out/a.png' });
  const jpeg = resultOf(1, { path: '/out/a.JPG' });
  const retouch = resultOf(1, { operation: 'face-beauty-pro', path: '/out/a.png' });
  const analysis = resultOf(1, { kind: 'analysis', path: null });
  expect([cutout, jpeg, retouch, analysis].map(isTransparent)).toEqual([true, false, false, false]);
});

describe('comparisonOf', () => {
  it('puts a result of the same shape over its photograph', () => {
    const shown = comparisonOf(resultOf(1), job);
    expect(shown).toMatchObject({ width: 4000, height: 3000 });
    expect(shown?.before?.src).toBe('burnish://image/photograph/1');
    expect(shown?.after.src).toBe('burnish://image/result/1');
  });

  it('shows a result of another shape alone', () => {
    const shown = comparisonOf(resultOf(1, { width: 800, height: 900 }), job);
    expect(shown?.before).toBeNull();
    expect(shown).toMatchObject({ width: 800, height: 900 });
  });

  it('shows a cutout with a new layout alone, whatever its shape', () => {
    const composed = { ...resultOf(1), composed: true };
    expect(comparisonOf(composed, job)?.before).toBeNull();
    expect([hasBefore(composed, job), hasBefore(resultOf(1), job)]).toEqual([false, true]);
    // Only cutouts are laid out, whatever their recipe specifies.
    expect(hasBefore({ ...composed, operation: 'face-beauty-pro' }, job)).toBe(true);
  });

  it('positions an element in the photograph', () => {
    const box = { x: 10, y: 20, width: 800, height: 900 };
    const shown = comparisonOf(resultOf(1, { width: 800, height: 900, element: '1', box }), job);
    expect(shown).toMatchObject({ width: 4000, height: 3000 });
    expect(shown?.before).not.toBeNull();
    expect(shown?.after.box).toEqual(box);
  });

  it('shows an unprocessed photograph alone while its file exists', () => {
    const shown = comparisonOf(null, job, { original: true, result: false });
    expect(shown).toMatchObject({ width: 4000, height: 3000, before: null });
    expect(shown?.after.src).toBe('burnish://image/photograph/1');
    expect(comparisonOf(null, job, { original: false, result: false })).toBeNull();
  });

  it('shows the photograph under an analysis', () => {
    const shown = comparisonOf(resultOf(1, { kind: 'analysis', path: null, width: null, height: null }), job);
    expect(shown).toMatchObject({ width: 4000, before: null });
    expect(shown?.after.src).toBe('burnish://image/photograph/1');
  });

  it('has nothing to show if the file is missing', () => {
    expect(comparisonOf(resultOf(1, { present: false }), job)).toBeNull();
  });

  it('shows the stored preview of a result with an unavailable file, and omits an original without one', () => {
    const away = resultOf(1, { present: false });
    expect(comparisonOf(away, job, { original: true, result: true })?.before).not.toBeNull();
    expect(comparisonOf(away, job, { original: false, result: true })).toMatchObject({ before: null });
    expect(comparisonOf(away, job, { original: true, result: false })).toBeNull();
  });

  it('shows a result alone if the size of its photograph is unknown', () => {
    expect(comparisonOf(resultOf(1), { ...job, width: 0, height: 0 })?.before).toBeNull();
  });
});
