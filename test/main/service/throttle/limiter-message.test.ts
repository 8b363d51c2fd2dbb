import { expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { requestKinds } from '../../../../main/service/errors/pause-reasons.ts';
import type { LimiterState } from '../../../../main/service/throttle/request-limiter.ts';
import { paceSentence } from '../../../helpers/queue/limiter-fixtures.ts';

const common = { running: 0, limit: 1, probing: false };
const ready: LimiterState = { ...common, condition: 'ready' };
const stopped = {
  ...common,
  condition: 'stopped',
  reason: 'credits',
  sentence: msg('service.code.noCredits'),
} as const;
const paused = { ...common, condition: 'paused', reason: 'busy', until: 600_000, kinds: requestKinds } as const;
const pausedDownloads = { ...paused, reason: 'unreachable', kinds: ['download'] } as const;
const trying = { ...common, condition: 'trying', kinds: requestKinds } as const;
const tryingDownloads = { ...trying, kinds: ['download'] } as const;

const slowDown = 'The service asked us to slow down; next try in';
const isOver = 'The pause is over; the next request checks whether';
const checking = 'Checking with one request whether';

test.for<[string, LimiterState, number, string | null]>([
  ['nothing while all is well', ready, 0, null],
  ['why a service is stopped', stopped, 0, 'The account has no credits left.'],
  ['a long pause in minutes', paused, 0, `${slowDown} 10 min.`],
  ['a short pause in seconds', paused, 599_999, `${slowDown} 1 s.`],
  ['a pause that should be over', paused, 700_000, `${slowDown} 1 s.`],
  ['a pause of downloads', pausedDownloads, 590_000, 'The results cannot be fetched; next try in 10 s.'],
  ['a pause that is over', trying, 0, `${isOver} the service is available again.`],
  ['a trial request', { ...trying, probing: true }, 0, `${checking} the service is available again.`],
  ['a pause of downloads that is over', tryingDownloads, 0, `${isOver} results can be fetched again.`],
  ['a trial download', { ...tryingDownloads, probing: true }, 0, `${checking} results can be fetched again.`],
])('reports %s', ([, state, now, sentence]) => {
  expect(paceSentence(state, now)).toBe(sentence);
});
