import { expect, test } from 'vitest';
import {
  afterEvent,
  type BreakerEvent,
  type BreakerState,
} from '../../../../main/service/throttle/circuit-breaker-state.ts';

const current = { epoch: 1 };
const straggler = { epoch: 0 };
const counts = { pauses: 1, epoch: 1 };
const off: BreakerState = { stage: 'closed', pauses: 0, epoch: 1 };
const paused: BreakerState = { stage: 'open', reason: 'busy', until: 5_000, trial: null, ...counts };
const trying: BreakerState = { stage: 'half-open', reason: 'busy', trial: null, ...counts };
const trial: BreakerState = { ...trying, trial: current };

const now = 10_000;
const failed = (request: { epoch: number }, requestedMs?: number): BreakerEvent => {
  return { type: 'failed', request, failure: { reason: 'unreachable', requestedMs }, now };
};
const outcomeEvent = (type: 'passed' | 'answered' | 'inconclusive', request: { epoch: number }): BreakerEvent => ({
  type,
  request,
});

// Each transition of the diagram, and the events that change nothing.
test.each<[string, BreakerState, BreakerEvent, Partial<BreakerState>]>([
  ['off, trouble', off, failed(current), { stage: 'open', until: now + 2_000, pauses: 1, epoch: 2 }],
  ['off, a request passes', off, outcomeEvent('passed', current), off],
  ['off, an answer', { ...off, pauses: 3 }, outcomeEvent('answered', current), off],
  ['off, a straggler fails', off, failed(straggler), off],
  [
    'off, a straggler asks for a pause',
    off,
    failed(straggler, 60_000),
    { stage: 'open', until: now + 60_000, epoch: 1 },
  ],
  ['paused, its time is over', paused, { type: 'pauseOver' }, trying],
  ['paused, resumed', paused, { type: 'resumed' }, { ...trying, pauses: 0 }],
  ['paused, a straggler fails', paused, failed(straggler), paused],
  [
    'paused, a straggler asks for longer',
    paused,
    failed(straggler, 60_000),
    { stage: 'open', until: now + 60_000, pauses: 1 },
  ],
  [
    'paused, a straggler asks for less',
    { ...paused, until: 90_000 },
    failed(straggler, 60_000),
    { ...paused, until: 90_000 },
  ],
  ['paused, a straggler is answered', paused, outcomeEvent('answered', straggler), paused],
  ['trying, a request passes', trying, outcomeEvent('passed', current), trial],
  ['trying, the trial is answered', trial, outcomeEvent('answered', current), off],
  ['trying, the trial tells nothing', trial, outcomeEvent('inconclusive', current), trying],
  [
    'trying, the trial fails',
    trial,
    failed(current),
    { stage: 'open', until: now + 4_000, trial: null, pauses: 2, epoch: 2 },
  ],
  ['trying, a straggler is answered', trial, outcomeEvent('answered', straggler), trial],
  [
    'trying, a straggler asks for a pause',
    trial,
    failed(straggler, 60_000),
    { stage: 'open', trial: current, epoch: 1 },
  ],
  [
    'paused meanwhile, the trial is answered',
    { ...paused, trial: current },
    outcomeEvent('answered', current),
    { ...paused, pauses: 0 },
  ],
  ['trying, resumed', trial, { type: 'resumed' }, { ...trial, pauses: 0 }],
])('%s', (_, before, event, after) => {
  expect(afterEvent(before, event)).toMatchObject(after);
});
