import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { PreviewReport } from '../../../../contract/jobs/preview.ts';
import type { Reply } from '../../../../preload/channels.ts';
import { closeDrafts, isPending, openDrafts, useDrafts } from '../../../../renderer/state/batches/drafts.ts';
import { stubBridge } from '../../../helpers/window/photograph-lists.ts';

/** A fake main process that makes each draft on the test's command. */
let calls: string[];
let answer: (reply: Reply<PreviewReport>) => void;
const report: PreviewReport = { beforeUrl: 'b', afterUrl: 'a', trial: null, made: 1, analysis: null, error: null };
const names = ['a.jpg', 'b.jpg', 'c.jpg'];
const drafts = () => useDrafts.getState().sheet?.drafts ?? null;

beforeEach(() => {
  calls = [];
  const all = names.map((name, index) => ({ jobId: index + 1, name, operations: ['smart-skin-advanced'] }));
  const bridge = {
    of: async ({ id }: { id: number }) => {
      calls.push(`of ${id}`);
      return { ok: true, value: all };
    },
    make: ({ id }: { id: number }) => {
      calls.push(`make ${id}`);
      return new Promise<Reply<PreviewReport>>((resolve) => {
        answer = resolve;
      });
    },
    discard: async () => {
      calls.push('discard');
      return { ok: true, value: undefined };
    },
  };
  stubBridge({ drafts: bridge });
});
afterEach(() => {
  closeDrafts();
});

it('makes one draft after the other, and continues after a failure', async () => {
  const opened = openDrafts(7);
  await expect.poll(() => calls).toEqual(['of 7', 'make 1']);
  expect(drafts()?.map(isPending)).toEqual([true, true, true]);
  answer({ ok: true, value: report });
  await expect.poll(() => calls.at(-1)).toBe('make 2');
  answer({ ok: false, message: 'The engine has stopped.' });
  await expect.poll(() => calls.at(-1)).toBe('make 3');
  answer({ ok: true, value: { ...report, afterUrl: null, error: 'No face was found.' } });
  await opened;
  expect(drafts()).toMatchObject([
    { name: 'a.jpg', report, error: null },
    { name: 'b.jpg', report: null, error: 'The engine has stopped.' },
    { name: 'c.jpg', report: { afterUrl: null }, error: 'No face was found.' },
  ]);
  expect(drafts()?.some(isPending)).toBe(false);
});

it('makes no more drafts after the sheet is closed, and deletes them, including a late one', async () => {
  const opened = openDrafts(7);
  await expect.poll(() => calls.at(-1)).toBe('make 1');
  closeDrafts();
  closeDrafts();
  answer({ ok: true, value: report });
  await opened;
  expect(calls).toEqual(['of 7', 'make 1', 'discard', 'discard']);
  expect(drafts()).toBeNull();
});

it('shows the drafts of the batch that was opened last', async () => {
  const first = openDrafts(7);
  await expect.poll(() => calls.at(-1)).toBe('make 1');
  const answerFirst = answer;
  closeDrafts();
  void openDrafts(8);
  await expect.poll(() => calls.slice(-2)).toEqual(['of 8', 'make 1']);
  answerFirst({ ok: true, value: report });
  await first;
  expect(useDrafts.getState().sheet?.batchId).toBe(8);
  expect(drafts()?.map(isPending)).toEqual([true, true, true]);
});
