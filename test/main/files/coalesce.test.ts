import { expect, test } from 'vitest';
import { coalesce } from '../../../main/files/coalesce.ts';

/** Work that the test ends. */
function byHand() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => void begun.push({ end, fail }));
  return { begun, work };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('all callers during a run share the next run, which starts after their calls', async () => {
  const { begun, work } = byHand();
  const ask = coalesce(work);
  const completionOrder: string[] = [];
  const note = (name: string) => ask().then(() => void completionOrder.push(name));
  const all = [note('first'), note('second'), note('third')];
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await settle();
  expect([begun.length, completionOrder]).toEqual([2, ['first']]);
  begun[1]?.end();
  await Promise.all(all);
  expect(completionOrder).toEqual(['first', 'second', 'third']);
});

test('a failed run rejects its callers only, and the next one starts anyway', async () => {
  const { begun, work } = byHand();
  const ask = coalesce(work);
  const [first, second] = [ask(), ask()];
  begun[0]?.fail(new Error('the disk is gone'));
  await expect(first).rejects.toThrow('the disk is gone');
  await settle();
  begun[1]?.end();
  await second;
  expect(begun).toHaveLength(2);
});
