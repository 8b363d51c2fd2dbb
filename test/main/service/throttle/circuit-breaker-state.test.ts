import { expect, test } from 'vitest';
import {
  afterEvent,
  type BreakerEvent,
  type BreakerState,
  pauseMs,
} from '../../../../main/service/throttle/circuit-breaker-state.ts';

const current = { epoch: 1 };
const straggler = { epoch: 0 };
const counts = { pauses: 1, epoch: 1 };
const off: BreakerState = { stage: 'closed', pauses: 0, epoch: 1 };
const paused: BreakerState = { stage: 'open', reason: 'busy', until: 5_000, trial: null, ...counts };
const trying: BreakerState = { stage: 'half-open', reason: 'busy', trial: null, ...counts };
const trial: BreakerState = { ...trying, trial: current };

const pausedLong: BreakerState = { ...paused, until: 90_000 };
const pausedTrial: BreakerState = { ...paused, trial: current };

const now = 10_000;
const minute = 60_000;
const openFor = (ms: number) => ({ stage: 'open', until: now + ms }) as const;
const failed = (request: { epoch: number }, requestedMs?: number): BreakerEvent => {
  return { type: 'failed', request, failure: { reason: 'unreachable', requestedMs }, now };
};
const outcomeEvent = (type: 'passed' | 'answered' | 'inconclusive', request: { epoch: number }): BreakerEvent => ({
  type,
  request,
});

// Each transition of the diagram, and the events that change nothing.
test.each<[string, BreakerState, BreakerEvent, Partial<BreakerState>]>([
  ['off, a request fails', off, failed(current), { ...openFor(2_000), pauses: 1, epoch: 2 }],
  ['off, a request passes', off, outcomeEvent('passed', current), off],
  ['off, a response', { ...off, pauses: 3 }, outcomeEvent('answered', current), off],
  ['off, a straggler fails', off, failed(straggler), off],
  ['off, a straggler asks for a pause', off, failed(straggler, minute), { ...openFor(minute), epoch: 1 }],
  ['paused, its time is over', paused, { type: 'pauseOver' }, trying],
  ['paused, resumed', paused, { type: 'resumed' }, { ...trying, pauses: 0 }],
  ['paused, a straggler fails', paused, failed(straggler), paused],
  ['paused, a straggler asks for longer', paused, failed(straggler, minute), { ...openFor(minute), pauses: 1 }],
  ['paused, a straggler asks for less', pausedLong, failed(straggler, minute), pausedLong],
  ['paused, a straggler gets a response', paused, outcomeEvent('answered', straggler), paused],
  ['trying, a request passes', trying, outcomeEvent('passed', current), trial],
  ['trying, the trial gets a response', trial, outcomeEvent('answered', current), off],
  ['trying, the trial is inconclusive', trial, outcomeEvent('inconclusive', current), trying],
  ['trying, the trial fails', trial, failed(current), { ...openFor(4_000), trial: null, pauses: 2, epoch: 2 }],
  ['trying, a straggler gets a response', trial, outcomeEvent('answered', straggler), trial],
  [
    'trying, a straggler asks for a pause',
    trial,
    failed(straggler, minute),
    { ...openFor(minute), trial: current, epoch: 1 },
  ],
  ['paused, the trial gets a response', pausedTrial, outcomeEvent('answered', current), { ...paused, pauses: 0 }],
  ['trying, resumed', trial, { type: 'resumed' }, { ...trial, pauses: 0 }],
])('%s', (_, before, event, after) => {
  expect(afterEvent(before, event)).toMatchObject(after);
});

test.each<[number, number | undefined, number | undefined, number]>([
  [0, undefined, undefined, 2],
  [1, undefined, undefined, 4],
  [7, undefined, undefined, 256],
  [8, undefined, undefined, 300],
  [1_000_000, undefined, undefined, 300],
  [0, 0, undefined, 2],
  [3, 0, undefined, 16],
  [0, -5_000, undefined, 2],
  [0, Number.NEGATIVE_INFINITY, undefined, 2],
  [0, 20_000, undefined, 20],
  [5, 20_000, undefined, 64],
  [0, 1e15, undefined, 3600],
  [99, Number.POSITIVE_INFINITY, undefined, 3600],
  [8, undefined, 3_600_000, 512],
  [11, undefined, 3_600_000, 3600],
  [99, undefined, 3_600_000, 3600],
])('after %d pauses in a row, with %j ms requested and at most %j ms: %d s', (before, requestedMs, maxMs, seconds) => {
  expect(pauseMs(before, requestedMs, maxMs)).toBe(seconds * 1000);
});
