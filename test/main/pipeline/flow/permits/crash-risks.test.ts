import { expect } from 'vitest';
import { createCrashRisks } from '../../../../../main/pipeline/flow/permits/crash-risks.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

/** Waits until the permits that are available have been granted. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('jobs run concurrently, but one that may have crashed the process runs alone', async ({ stage }) => {
  const { crashCounts } = stage.store;
  const [a, b, suspect, c] = stage.add('a', 'b', 'c', 'd') as [number, number, number, number];
  crashCounts.start(suspect);
  const risks = createCrashRisks(stage.store);
  const countOf = (id: number) => crashCounts.of(stage.job(id));
  const begun: number[] = [];
  const end = new Map<number, () => void>();
  const works = [a, b, suspect, c].map((id) =>
    risks.run(stage.job(id), () => {
      begun.push(id);
      return new Promise<void>((resolve) => end.set(id, resolve));
    }),
  );
  await settle();
  expect(begun).toEqual([a, b]);
  end.get(a)?.();
  await settle();
  expect(begun).toEqual([a, b]);
  end.get(b)?.();
  await settle();
  // A second interrupted start counts against the suspect alone.
  expect([begun, countOf(suspect), countOf(c)]).toEqual([[a, b, suspect], 2, 0]);
  end.get(suspect)?.();
  await settle();
  expect(begun).toEqual([a, b, suspect, c]);
  end.get(c)?.();
  await Promise.all(works);
  expect([a, b, suspect, c].map(countOf)).toEqual([0, 0, 0, 0]);
});

test('a failed job gives up its turn', async ({ stage }) => {
  const [a, b] = stage.add('a', 'b') as [number, number];
  stage.store.crashCounts.start(a);
  const risks = createCrashRisks(stage.store);
  await expect(risks.run(stage.job(a), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await risks.run(stage.job(b), async () => 'done')).toBe('done');
});
