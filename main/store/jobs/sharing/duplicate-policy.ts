/** The action on an added photograph that already has a job for the same work. */
import type { SameJob } from './find-same-work.ts';

/** `leave`: finished; `go-on`: in progress, or waiting for a decision. */
export type DuplicateAction = 'make' | 'leave' | 'retry' | 'go-on';

export interface AddedPhotograph {
  /** `pass` skips tried photographs. */
  readonly known: 'go-on' | 'pass';
  readonly isGone: boolean;
  readonly remakeMissing: boolean;
  /** Whether a result is or will be available without a charge. */
  readonly isShared: () => boolean;
}

const table = {
  new: { 'go-on': 'make', pass: 'make' },
  'result-gone': { 'go-on': 'make', pass: 'make' },
  done: { 'go-on': 'leave', pass: 'leave' },
  /** Skipped by rule. */
  'left-out': { 'go-on': 'retry', pass: 'leave' },
  failed: { 'go-on': 'retry', pass: 'leave' },
  cancelled: { 'go-on': 'retry', pass: 'leave' },
  /** Canceled despite a possible charge. */
  'given-up': { 'go-on': 'leave', pass: 'leave' },
  open: { 'go-on': 'go-on', pass: 'go-on' },
} as const satisfies Record<string, Record<AddedPhotograph['known'], DuplicateAction>>;

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
