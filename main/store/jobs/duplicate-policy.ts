/** What is done with a photograph that is added and has a job that did the same work already: a table with one row for each way that job stands. */
import type { SameJob } from './find-same-work.ts';

/** `make`: a new job; `leave`: nothing, it is finished; `retry`: its job is tried again; `go-on`: its job is under way, or waits for a decision. */
export type DuplicateAction = 'make' | 'leave' | 'retry' | 'go-on';

export interface AddedPhotograph {
  /** `pass`: what was tried before, with whatever end, is passed over. */
  readonly known: 'go-on' | 'pass';
  /** The files of its job are no longer where they were written. */
  readonly isGone: boolean;
  /** Then it is made anew. */
  readonly remakeMissing: boolean;
  /** Another job with the same content has a result, or will have one, so that it is placed at no cost. */
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
  /** Cancelled in the knowledge that it may have been charged: only asking for it anew sends it again. */
  'given-up': { 'go-on': 'leave', pass: 'leave' },
  /** Under way, or the user's to decide. */
  open: { 'go-on': 'go-on', pass: 'go-on' },
} as const satisfies Record<string, Record<AddedPhotograph['known'], DuplicateAction>>;

/** @param before the job of the same file, null where there is none */
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
