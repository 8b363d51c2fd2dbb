import { describe, expect } from 'vitest';
import { reportedPhotographs } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

function photographs(stage: StoreStage, count: number): number[] {
  const ids = stage.add(...Array.from({ length: count }, (_, i) => `${i}`)).map((id) => stage.job(id).photographId!);
  const likeness = { takenAt: 0, camera: null, hash: '0'.repeat(16), tint: '80'.repeat(32) };
  for (const id of ids) stage.store.measures.put(id, 1, likeness);
  return ids;
}

const judgement = { sharpness: 2, clippedLow: 0, clippedHigh: 0, light: 0.5, faces: 1, eyesOpen: 1, eyesShut: 0 };

describe('stacks', () => {
  test('are kept as they were found', ({ stage }) => {
    const [a, b, c, d] = photographs(stage, 4) as [number, number, number, number];
    const { stacks } = stage.store;
    stacks.replace([a, b, c, d], [{ ids: [b, a, d], best: a }]);
    expect(stacks.of(b)).toEqual([
      { id: b, stackId: b, place: 0, size: 3, best: false },
      { id: a, stackId: b, place: 1, size: 3, best: true },
      { id: d, stackId: b, place: 2, size: 3, best: false },
    ]);
    expect(stacks.members([d]).toSorted((x, y) => x - y)).toEqual([a, b, d]);
    expect(stacks.members([c])).toEqual([]);
  });

  test('are found again, and nothing of the old ones stays', ({ stage }) => {
    const [a, b, c, d] = photographs(stage, 4) as [number, number, number, number];
    const { stacks } = stage.store;
    stacks.replace([a, b, c], [{ ids: [a, b, c], best: null }]);
    stacks.replace([a, b, c, d], [{ ids: [c, d], best: null }]);
    expect(stacks.of(a)).toEqual([]);
    expect(stacks.of(c).map(({ id, size }) => [id, size])).toEqual([
      [c, 2],
      [d, 2],
    ]);
  });

  test('report the photographs that changed, and no others', async ({ stage }) => {
    const [a, b, c] = photographs(stage, 3) as [number, number, number];
    const { stacks } = stage.store;
    stacks.replace([a, b], [{ ids: [a, b], best: null }]);
    const reported = (best: number | null) =>
      reportedPhotographs(stage.store, () => stacks.replace([a, b, c], [{ ids: [a, b], best }]));
    expect([await reported(null), await reported(b)]).toEqual([[], [[b]]]);
  });

  test('are judged, the newest first, each once', ({ stage }) => {
    const [a, b, c] = photographs(stage, 3) as [number, number, number];
    const { stacks, measures } = stage.store;
    const next = (below = Number.MAX_SAFE_INTEGER) => measures.nextUnrated(below)?.id ?? null;
    expect(next()).toBeNull();
    stacks.replace([a, b, c], [{ ids: [a, b], best: null }]);
    expect([next(), next(b), next(a)]).toEqual([b, a, null]);
    measures.putRating(b, judgement);
    stacks.markRated(b);
    expect(next()).toBe(a);
    expect(measures.ratings([a, b, c])).toEqual([{ id: b, ...judgement }]);
    stacks.replace([a, b, c], [{ ids: [a, b, c], best: null }]);
    expect([next(), next(c), next(a)]).toEqual([c, a, null]);
  });

  test('are judged again when a photograph was measured again', ({ stage }) => {
    const [a, b] = photographs(stage, 2) as [number, number];
    const { stacks, measures } = stage.store;
    stacks.replace([a, b], [{ ids: [a, b], best: null }]);
    for (const id of [a, b]) {
      measures.putRating(id, judgement);
      stacks.markRated(id);
    }
    expect(measures.nextUnrated(Number.MAX_SAFE_INTEGER)).toBeNull();
    measures.put(a, 2, { takenAt: 0, camera: null, hash: '0'.repeat(16), tint: '80'.repeat(32) });
    expect(measures.nextUnrated(Number.MAX_SAFE_INTEGER)?.id).toBe(a);
  });
});
