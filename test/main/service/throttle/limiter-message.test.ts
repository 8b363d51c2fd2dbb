import { expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { requestKinds } from '../../../../main/service/errors/pause-reasons.ts';
import type { LimiterState } from '../../../../main/service/throttle/request-limiter.ts';
import { paceSentence } from '../../../helpers/queue/limiter-fixtures.ts';

const common = { running: 0, limit: 1, probing: false };
const paused = { ...common, condition: 'paused', reason: 'busy', until: 600_000, kinds: requestKinds } as const;
const trying = { ...common, condition: 'trying', kinds: requestKinds } as const;
const ofDownloads = { ...trying, kinds: ['download'] } as const;

test.for<[string, LimiterState, number, string | null]>([
  ['nothing while all is well', { ...common, condition: 'ready' }, 0, null],
  [
    'what stops it',
    { ...common, condition: 'stopped', reason: 'credits', sentence: msg('service.code.noCredits') },
    0,
    'The account has no credits left.',
  ],
  ['a long pause in minutes', paused, 0, 'The service asked us to slow down; next try in 10 min.'],
  ['a short one in seconds', paused, 599_999, 'The service asked us to slow down; next try in 1 s.'],
  ['a pause that should be over', paused, 700_000, 'The service asked us to slow down; next try in 1 s.'],
  [
    'downloads that pause',
    { ...paused, reason: 'unreachable', kinds: ['download'] },
    590_000,
    'The results cannot be fetched; next try in 10 s.',
  ],
  [
    'a pause that is over, while nothing is asked',
    trying,
    0,
    'The pause is over; the next request checks whether the service is available again.',
  ],
  [
    'a request that tries the service',
    { ...trying, probing: true },
    0,
    'Checking with one request whether the service is available again.',
  ],
  [
    'a pause of downloads that is over',
    ofDownloads,
    0,
    'The pause is over; the next request checks whether results can be fetched again.',
  ],
  [
    'a download that tries',
    { ...ofDownloads, probing: true },
    0,
    'Checking with one request whether results can be fetched again.',
  ],
])('reports %s', ([, state, now, sentence]) => {
  expect(paceSentence(state, now)).toBe(sentence);
});
