/** Decides about an added photograph that already has a job for the same work: a table with one row for each status of that job. */
import type { SameJob } from './find-same-work.ts';

/** `make`: add a job; `leave`: it is finished; `retry`: retry its job; `go-on`: its job is in progress, or needs a decision. */
export type DuplicateAction = 'make' | 'leave' | 'retry' | 'go-on';

export interface AddedPhotograph {
  /** `pass` skips photographs that were tried before, with any outcome. */
  readonly known: 'go-on' | 'pass';
  /** The files of its job are missing. */
  readonly isGone: boolean;
  /** Makes missing files again. */
  readonly remakeMissing: boolean;
  /** Whether another job with the same content has or will have a result, so that placing it is free. */
  readonly isShared: () => boolean;
}

const table = {
  new: { 'go-on': 'make', pass: 'make' },
  'result-gone': { 'go-on': 'make', pass: 'make' },
  done: { 'go-on': 'leave', pass: 'leave' },
  /** Done without a result, by the rule "skip". */
  'left-out': { 'go-on': 'retry', pass: 'leave' },
  failed: { 'go-on': 'retry', pass: 'leave' },
  cancelled: { 'go-on': 'retry', pass: 'leave' },
  /** Canceled although it may have been charged: only adding it with `again` sends it again. */
  'given-up': { 'go-on': 'leave', pass: 'leave' },
  /** In progress, or waiting for a decision. */
  open: { 'go-on': 'go-on', pass: 'go-on' },
} as const satisfies Record<string, Record<AddedPhotograph['known'], DuplicateAction>>;

/** @param before the job of the same file, or null */
export function duplicateAction(before: SameJob | null, added: AddedPhotograph): DuplicateAction {
  return table[caseOf(before, added)][added.known];
}

function caseOf(before: SameJob | null, { isGone, remakeMissing, isShared }: AddedPhotograph): keyof typeof table {
  if (before === null) return 'new';
  switch (before.state) {
    case 'done':
      if (isGone && remakeMissing) return 'result-gone';
      return before.isLeftOut ? 'left-out' : 'done';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return before.isGivenUp && !(before.isFirst && isShared()) ? 'given-up' : 'cancelled';
    default:
      return 'open';
  }
}
