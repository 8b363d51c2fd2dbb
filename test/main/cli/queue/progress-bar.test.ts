import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { QueueStatus } from '../../../../contract/jobs/work-status.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { startProgressBar } from '../../../../main/cli/queue/progress-bar.ts';

const moving: QueueStatus = {
  ...{ state: 'moving', finished: 4, total: 10, perMinute: 6, leftMs: 300_000, failed: 0, undecided: 0 },
  waits: [],
};

/** A terminal, and the last line drawn on it. */
function terminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 }) as unknown as NodeJS.WriteStream;
  let text = '';
  (stream as unknown as PassThrough).on('data', (more: Buffer) => (text += more));
  return { stream, line: () => text.slice(text.lastIndexOf('\u001b[1G')) };
}

it('shows the status of the queue, and no speed at a standstill, although no job changes', async () => {
  let standing = moving;
  const { stream, line } = terminal();
  const bar = startProgressBar(stream, async () => standing, 10);
  await expect.poll(line).toContain('4 of 10 · 6/min · 5 min left');
  const waits = [msg('standing.waits.noCredits', { n: 6, name: 'Studio\u001b[2J' })];
  standing = { ...moving, state: 'waiting', perMinute: null, leftMs: null, waits };
  await expect.poll(line).toContain('4 of 10 · 6 stopped: Studio\\x1b[2J has no credits left');
  expect(line()).not.toContain('/min');
  bar.stop();
});

it('continues if the status of the queue is unavailable, and shows nothing if no job is open', async () => {
  const looks = [
    () => Promise.reject(new Error('busy')),
    () => Promise.resolve<QueueStatus>({ ...moving, state: 'nothing', total: 0 }),
  ];
  const { stream, line } = terminal();
  const bar = startProgressBar(stream, () => looks.shift()?.() ?? Promise.resolve(moving), 10);
  await expect.poll(line).toContain('4 of 10');
  bar.stop();
  expect(line()).not.toContain('Idle');
});
