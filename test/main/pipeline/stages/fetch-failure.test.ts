import { describe, expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { jobError, StageEnd } from '../../../../main/pipeline/stage-outcome.ts';
import { type FetchFailureContext, fetchFailureOutcome } from '../../../../main/pipeline/stages/fetch-failure.ts';
import type { ServiceFailure } from '../../../../main/service/errors/service-failure.ts';
import { failure } from '../../../helpers/queue/limiter-fixtures.ts';

const paid: FetchFailureContext = { canCharge: true, isOver: false, hasMoved: false, pollMs: 5000 };
const free: FetchFailureContext = { canCharge: false, isOver: false, hasMoved: false, pollMs: 5000 };
const damaged = new StageEnd({
  kind: 'retry',
  error: jobError('service', 'RESULT_DAMAGED', msg('pipeline.result.damaged'), 'retry'),
});
const noKey = jobError('auth', 'NO_KEY', msg('app.enterKey'), 'open-services');
const changed = new StageEnd({
  kind: 'fail',
  error: jobError('input', 'SOURCE_CHANGED', msg('pipeline.source.changed', { name: 'a.jpg' }), 'replace-file'),
});

/** Outcomes of a paid result, a paid one after 24 hours, a free one, and a free one after 24 hours. */
type Kinds = readonly [string, string, string, string];

describe('a result that cannot be fetched', () => {
  test.for<[string, ServiceFailure | StageEnd, Kinds]>([
    ['refused', failure('fatal', { httpStatus: 404 }), ['retry', 'uncertain', 'uncertain', 'uncertain']],
    ['refused for credits', failure('credits', { httpStatus: 402 }), ['retry', 'uncertain', 'uncertain', 'uncertain']],
    ['damaged', damaged, ['retry', 'uncertain', 'uncertain', 'uncertain']],
    ['cut off', failure('retry', { code: 'RESULT_TRUNCATED' }), ['retry', 'uncertain', 'uncertain', 'uncertain']],
    ['a page', failure('retry', { code: 'RESULT_NOT_IMAGE' }), ['retry', 'retry', 'uncertain', 'uncertain']],
    ['busy', failure('wait', { httpStatus: 503 }), ['wait', 'uncertain', 'wait', 'uncertain']],
    ['failing', failure('retry', { httpStatus: 500 }), ['retry', 'uncertain', 'retry', 'uncertain']],
    ['unreachable', failure('wait', { subject: 'network' }), ['wait', 'wait', 'wait', 'wait']],
    ['broken', failure('retry', { subject: 'network' }), ['retry', 'retry', 'retry', 'retry']],
    ['untrusted', failure('auth', { subject: 'network' }), ['retry', 'retry', 'retry', 'retry']],
    ['behind a proxy', failure('auth', { httpStatus: 407 }), ['retry', 'retry', 'retry', 'retry']],
    ['too large', failure('fatal'), ['fail', 'fail', 'uncertain', 'uncertain']],
    ['not to be written', failure('retry', { subject: 'disk' }), ['retry', 'retry', 'retry', 'retry']],
    ['of a photograph that changed', changed, ['fail', 'fail', 'uncertain', 'uncertain']],
    ['without a key', new StageEnd({ kind: 'stop', error: noKey }), ['stop', 'stop', 'stop', 'stop']],
    ['without a service', new StageEnd({ kind: 'back' }), ['back', 'back', 'back', 'back']],
  ])('%s', ([, error, kinds]) => {
    const situations = [paid, { ...paid, isOver: true }, free, { ...free, isOver: true }];
    expect(situations.map((situation) => fetchFailureOutcome(error, situation).kind)).toEqual(kinds);
  });

  test('at a previous address of the engine is made again', () => {
    const away = failure('wait', { subject: 'network' });
    expect(fetchFailureOutcome(away, { ...free, hasMoved: true }).kind).toBe('uncertain');
  });

  test('is requested at the task’s current addresses, unless a proxy caused the failure', () => {
    const kindOf = (error: ServiceFailure) => {
      const outcome = fetchFailureOutcome(error, paid);
      return 'error' in outcome ? outcome.error.kind : null;
    };
    expect(kindOf(failure('auth', { subject: 'auth', httpStatus: 401 }))).toBe('expired');
    expect(kindOf(failure('auth', { subject: 'auth', httpStatus: 407 }))).toBe('auth');
  });
});
