/** Standstill: no job can move without the user, for these reasons. */
import { joinMessages, type Message, type MessageDescriptor, msg, toLogText } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { priceMessage } from '../../contract/services/costs.ts';
import type { PendingWork } from '../store/index.ts';

export type Reason =
  | { readonly why: 'paused' | 'held' | 'cost' | 'trial'; readonly count: number }
  /** Results that have been unavailable for long. Another run retries them. */
  | { readonly why: 'stuck'; readonly count: number; readonly message: Message | null }
  | {
      readonly why: 'price';
      readonly count: number;
      readonly profileId: string;
      readonly operation: OperationId;
    }
  /** A key, credits, the service or a folder is unavailable. */
  | {
      readonly why: 'blocked';
      readonly count: number;
      readonly profileId: string;
      /** Null if the service is the reason. */
      readonly folder: string | null;
      readonly block: Block;
    };

export interface Block {
  readonly condition: string;
  readonly message: Message;
}

export type Drained =
  | { readonly finished: true }
  /** `because`: message of the first reason. */
  | { readonly finished: false; readonly because: Message; readonly reasons: readonly Reason[] };

export type Need = Extract<PendingWork['needs'], 'upload' | 'query' | 'download' | 'placing'>;

/**
 * Returns null while any job can move.
 * @param work needs of the open jobs
 * @param blockOf returns the reason that a need waits for the user, or null
 */
export function standstill(
  work: readonly PendingWork[],
  isPaused: boolean,
  blockOf: (profileId: string, need: Need, folder: string | null) => Block | null,
): Drained | null {
  const reasons: Reason[] = [];
  for (const { profileId, needs, folder, operation, count, message } of work) {
    if (needs === 'work') return null;
    if (needs === 'price') reasons.push({ why: needs, count, profileId, operation: operation! });
    else if (needs === 'stuck') reasons.push({ why: needs, count, message });
    else if (needs === 'held' || needs === 'cost' || needs === 'trial') reasons.push({ why: needs, count });
    else if (needs === 'upload' && isPaused) {
      reasons.push({ why: 'paused', count });
    } else {
      const block = blockOf(profileId, needs, folder);
      if (block === null) return null;
      const closedFolder = block.condition === 'closed' ? folder : null;
      reasons.push({ why: 'blocked', count, profileId, folder: closedFolder, block });
    }
  }
  if (reasons.length === 0) return { finished: true };
  const merged = mergeReasons(reasons);
  return { finished: false, because: messageOf(merged[0]!), reasons: merged };
}

const order: readonly Reason['why'][] = ['blocked', 'price', 'stuck', 'cost', 'trial', 'paused', 'held'];

/** Adds up equal reasons, and puts those first that the user can act on. */
function mergeReasons(reasons: readonly Reason[]): Reason[] {
  const merged = new Map<string, Reason>();
  for (const reason of reasons) {
    const key = keyOf(reason);
    const before = merged.get(key);
    merged.set(key, before ? { ...before, count: before.count + reason.count } : reason);
  }
  return [...merged.values()].sort((a, b) => order.indexOf(a.why) - order.indexOf(b.why));
}

function keyOf(reason: Reason): string {
  if (reason.why === 'price') return `${reason.profileId} ${reason.operation}`;
  if (reason.why !== 'blocked') return reason.why;
  return `${reason.folder ?? reason.profileId} ${toLogText(reason.block.message)}`;
}

function messageOf(reason: Reason): Message {
  switch (reason.why) {
    case 'blocked':
      return reason.block.message;
    case 'price':
      return priceMessage(reason.operation);
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
