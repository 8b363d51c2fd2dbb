import { expect, it } from 'vitest';
import type { JobState } from '../../../../../contract/jobs/job.ts';
import {
  type AddedPhotograph,
  type DuplicateAction,
  duplicateAction,
} from '../../../../../main/store/jobs/sharing/duplicate-policy.ts';
import type { SameJob } from '../../../../../main/store/jobs/sharing/find-same-work.ts';

const job = (state: JobState, of: Partial<SameJob> = {}): SameJob => ({
  ...{ id: 1, state, adjustment: 'as-it-is', isGivenUp: false, isLeftOut: false, isFirst: true },
  ...of,
});
const shared = { isShared: () => true };

it.each<[SameJob | null, Partial<AddedPhotograph>, DuplicateAction, DuplicateAction]>([
  [null, {}, 'make', 'make'],
  [job('done'), {}, 'leave', 'leave'],
  [job('done'), { isGone: true }, 'leave', 'leave'],
  [job('done'), { isGone: true, remakeMissing: true }, 'make', 'make'],
  [job('done', { isLeftOut: true }), {}, 'retry', 'leave'],
  [job('failed'), {}, 'retry', 'leave'],
  [job('cancelled'), {}, 'retry', 'leave'],
  [job('cancelled', { isGivenUp: true }), {}, 'leave', 'leave'],
  [job('cancelled', { isGivenUp: true }), shared, 'retry', 'leave'],
  // Requested again on purpose: the user did not want another job's result.
  [job('cancelled', { isGivenUp: true, isFirst: false }), shared, 'leave', 'leave'],
  [job('queued'), {}, 'go-on', 'go-on'],
  [job('waiting'), {}, 'go-on', 'go-on'],
  [job('uncertain'), {}, 'go-on', 'go-on'],
])('%j with %j: %s, and %s if it was tried before', (before, of, goOn, pass) => {
  const added = { isGone: false, remakeMissing: false, isShared: () => false, ...of };
  expect(duplicateAction(before, { ...added, known: 'go-on' })).toBe(goOn);
  expect(duplicateAction(before, { ...added, known: 'pass' })).toBe(pass);
});
