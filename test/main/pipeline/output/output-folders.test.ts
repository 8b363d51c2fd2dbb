import { beforeEach, describe, expect, it } from 'vitest';
import type { JobError } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { OutputFolders } from '../../../../main/pipeline/output/output-folders.ts';
import { jobError } from '../../../../main/pipeline/stage-outcome.ts';
import { createManualClock, type ManualClock } from '../../../helpers/run/manual-clock.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const full = jobError('disk', 'ENOSPC', msg('pipeline.disk.full'), 'choose-folder');
const closed = { folder: '/out', batchId: 1, bytes: 10, error: full };

let clock: ManualClock;
let outputs: OutputFolders;
/** The result of a folder check. */
let found: JobError | null;
let isAwaited: boolean;
/** Times of the checks, in s. */
let checks: number[];
/** Waits for checks in progress. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await settle();
  }
}

beforeEach(() => {
  clock = createManualClock();
  found = full;
  isAwaited = false;
  checks = [];
  outputs = new OutputFolders({
    clock,
    check: async () => {
      checks.push(clock.monotonic() / 1000);
      return found;
    },
    isAwaited: () => isAwaited,
    onChange: () => undefined,
  });
});

describe('a folder that accepts no files', () => {
  it('is checked ever less often, at least once a minute, and reported once', async () => {
    for (let job = 0; job < 3; job += 1) outputs.close(closed);
    await pass(255);
    expect(checks).toEqual([5, 15, 35, 75, 135, 195, 255]);
    expect(outputs.troubles()).toEqual([{ folder: '/out', message: full.message, since: expect.any(Number) }]);
    const block = () => outputs.blockOf('placing', '/out', '/data');
    expect([outputs.closed(), block()]).toEqual([['/out'], null]);
    await pass(60);
    expect(block()).toEqual({ condition: 'closed', message: full.message });
    expect(outputs.conditions()).toMatchObject([{ subject: '/out', blocks: ['upload', 'placing'] }]);
    expect(outputs.blockOf('placing', '/elsewhere', '/data')).toBe(null);
  });

  it('that all jobs use blocks all uploads, but no downloaded results', async () => {
    outputs.close({ ...closed, folder: '/data' });
    await pass(315);
    expect(outputs.blockOf('upload', '/out', '/data')).not.toBe(null);
    expect(outputs.blockOf('placing', '/out', '/data')).toBe(null);
  });

  it('blocks its jobs, and other folders continue', () => {
    outputs.close(closed);
    expect([outputs.letIn('/out', 1), outputs.letIn('/elsewhere', 1)]).toEqual([full, null]);
  });

  it('reports its current error', async () => {
    outputs.close(closed);
    found = jobError('disk', 'ENODEV', msg('pipeline.disk.gone'), 'choose-folder');
    await pass(5);
    expect(outputs.troubles().map(({ message }) => messageText(message))).toEqual([
      'The disk is not connected. Connect it, then try again.',
    ]);
  });

  it('reopens if a check succeeds and no result waits to be written', async () => {
    outputs.close(closed);
    found = null;
    await pass(5);
    expect([outputs.closed(), outputs.troubles(), outputs.letIn('/out', 1)]).toEqual([[], [], null]);
  });

  it('is checked at the user’s request', async () => {
    outputs.close(closed);
    found = null;
    outputs.tryNow();
    await settle();
    expect([checks, outputs.closed()]).toEqual([[0], []]);
  });

  it('is not checked after the end', async () => {
    outputs.close(closed);
    outputs.end();
    await pass(60);
    expect(checks).toEqual([]);
  });
});

describe('if results wait to be written', () => {
  beforeEach(async () => {
    outputs.close(closed);
    isAwaited = true;
    found = null;
    await pass(5);
  });

  it('one is written first, and the others follow if it succeeds', () => {
    expect([outputs.letIn('/out', 1), outputs.letIn('/out', 2), outputs.letIn('/out', 1)]).toEqual([null, full, null]);
    expect(outputs.closed()).toEqual(['/out']);
    outputs.opened('/out');
    expect([outputs.letIn('/out', 2), outputs.closed()]).toEqual([null, []]);
  });

  it('if the first one fails, the folder closes again for longer', async () => {
    outputs.letIn('/out', 1);
    outputs.close(closed);
    expect(outputs.letIn('/out', 1)).toEqual(full);
    await pass(9);
    expect(checks).toEqual([5]);
    await pass(1);
    expect(checks).toEqual([5, 15]);
  });

  it('if the first one is canceled, the next takes its turn', () => {
    outputs.letIn('/out', 1);
    outputs.left(1);
    expect(outputs.letIn('/out', 2)).toBe(null);
    isAwaited = false;
    outputs.left(2);
    expect(outputs.closed()).toEqual([]);
  });
});
