/** Whether anything in the queue will still happen by itself, and if not, why. */
import { joinMessages, type Message, type MessageDescriptor, msg, toLogText } from '../../contract/messages/message.ts';
import type { PendingWork } from '../store/index.ts';

/** Why nothing happens to so many jobs without the user. */
export type Reason =
  | { readonly why: 'paused' | 'held' | 'cost' | 'trial'; readonly count: number }
  /** Their results cannot be had, for long; another run tries them again. */
  | { readonly why: 'stuck'; readonly count: number; readonly message: Message | null }
  /** Something they need cannot be had: a key, credits, the service itself, a folder. */
  | {
      readonly why: 'blocked';
      readonly count: number;
      readonly profileId: string;
      /** The folder it is about; null = the service. */
      readonly folder: string | null;
      readonly block: Block;
    };

/** What holds something up until a person has done something, as in `Condition`. */
export interface Block {
  readonly condition: string;
  readonly message: Message;
}

export type Drained =
  | { readonly finished: true }
  /** Jobs are left that nothing will happen to without the user; `because` is a sentence of the first reason. */
  | { readonly finished: false; readonly because: Message; readonly reasons: readonly Reason[] };

/** Requests to a service, and writing what came of them. */
export type Need = Extract<PendingWork['needs'], 'upload' | 'query' | 'download' | 'placing'>;

/**
 * Null while something will happen by itself.
 * @param work what the open jobs wait for; while somebody is at work on any of them, that is something
 * @param blockOf what holds this up until the user has done something; null = nothing
 */
export function standstill(
  work: readonly PendingWork[],
  isPaused: boolean,
  blockOf: (profileId: string, need: Need, folder: string | null) => Block | null,
): Drained | null {
  const reasons: Reason[] = [];
  for (const { profileId, needs, folder, count, message } of work) {
    if (needs === 'work') return null;
    if (needs === 'stuck') reasons.push({ why: needs, count, message });
    else if (needs === 'held' || needs === 'cost' || needs === 'trial') reasons.push({ why: needs, count });
    else if (needs === 'upload' && isPaused) {
      reasons.push({ why: 'paused', count });
    } else {
      const block = blockOf(profileId, needs, folder);
      if (block === null) return null;
      // What is wrong with a folder has to do with no service.
      reasons.push({ why: 'blocked', count, profileId, folder: block.condition === 'closed' ? folder : null, block });
    }
  }
  if (reasons.length === 0) return { finished: true };
  const merged = mergedReasons(reasons);
  return { finished: false, because: sentenceOf(merged[0]!), reasons: merged };
}

const order: readonly Reason['why'][] = ['blocked', 'stuck', 'cost', 'trial', 'paused', 'held'];

/** One reason is told once, the one with most to be done about it first. */
function mergedReasons(reasons: readonly Reason[]): Reason[] {
  const merged = new Map<string, Reason>();
  for (const reason of reasons) {
    const key =
      reason.why === 'blocked' ? `${reason.folder ?? reason.profileId} ${toLogText(reason.block.message)}` : reason.why;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, count: before.count + reason.count } : reason);
  }
  return [...merged.values()].sort((a, b) => order.indexOf(a.why) - order.indexOf(b.why));
}

function sentenceOf(reason: Reason): Message {
  switch (reason.why) {
    case 'blocked':
      return reason.block.message;
    case 'stuck':
      return stuckMessage(reason);
    case 'paused':
      return msg('pipeline.paused');
    case 'cost':
      return msg('pipeline.heldForCost');
    case 'trial':
      return msg('pipeline.heldForTrial');
    case 'held':
      return msg('pipeline.held');
    default:
      return reason satisfies never;
  }
}

export function stuckMessage({ count, message }: Extract<Reason, { why: 'stuck' }>): MessageDescriptor {
  return joinMessages(msg('pipeline.stuck', { count }), message);
}
