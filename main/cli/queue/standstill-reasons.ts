/** Reasons why jobs of a command cannot move, also if another process runs the queue, and messages with advice. */
import type { QueueStatus } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { priceMessage } from '../../../contract/services/costs.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { holderMessage } from '../../ipc/status/profile-status.ts';
import { counts } from '../../ipc/status/snapshot.ts';
import { type Reason, standstill, stuckMessage } from '../../pipeline/standstill.ts';
import { type QueueHolder, queueHolders, type Store } from '../../store/index.ts';
import type { Session } from '../session/command-session.ts';
import { serviceNames } from '../session/service-profile.ts';
import type { Progress } from './run-report.ts';

/** @param progress of the jobs that a command answers for; null = of all */
export async function currentStatus(
  { app }: Pick<Session, 'app'>,
  progress: Progress | null = null,
): Promise<QueueStatus> {
  const counted = await counts(app.core);
  return app.queueStatus({ ...counted, throughput: { ...counted.throughput, ...progress } });
}

/** Returns why jobs (null = all) wait for the user; empty while any of them can move, or none is left. */
export function standstillReasons(
  { openWork, settings, conditions, workFolder }: Pick<Store, 'openWork' | 'settings' | 'conditions' | 'workFolder'>,
  ids: Iterable<number> | null,
): readonly Reason[] {
  const listed = conditions.list();
  const result = standstill(openWork(ids), settings.read().paused, (profileId, need, folder) => {
    const isRelevant = ({ kind, subject }: (typeof listed)[number]) =>
      kind === 'service' ? subject === profileId : subject === folder || (need === 'upload' && subject === workFolder);
    return listed.find((each) => isRelevant(each) && each.blocks.includes(need)) ?? null;
  });
  return result === null || result.finished ? [] : result.reasons;
}

export interface Standstill {
  readonly reasons: readonly Reason[];
  /** The queue owner; null = this process. */
  readonly holder: QueueHolder | null;
}

/**
 * Returns a function that detects a standstill of jobs (null = all). It returns one only if two calls in a row see it,
 * because another process may be about to act.
 */
export function watchStandstill(session: Session, ids: Iterable<number> | null): () => Standstill | null {
  const { app, store } = session;
  let previous = '';
  return () => {
    const reasons = standstillReasons(store, ids);
    const isOwner = app.otherHolder() === null;
    // Read last: an owner that still runs wrote the conditions in the database.
    const holder = reasons.length === 0 || isOwner ? null : store.queueLock.holder();
    const isStandstill = reasons.length > 0 && (isOwner || holder !== null);
    const current = isStandstill ? JSON.stringify([holder?.pid, reasons]) : '';
    const isConfirmed = isStandstill && current === previous;
    previous = current;
    return isConfirmed ? { reasons, holder } : null;
  };
}

export function reasonMessages({ reasons, holder }: Standstill, session: Session): MessageDescriptor[] {
  const context = contextOf(session, holder);
  return reasons.map((reason) => reasonMessage(reason, context));
}

/** Returns whether waiting helps: another command will end, and then this one has the keys that the jobs need. */
export function canResolveWithoutUser({ reasons, holder }: Standstill, session: Session): boolean {
  const context = contextOf(session, holder);
  return reasons.every((reason) => isSelfResolving(reason, context));
}

/** Facts for the message about a reason. */
export interface ReasonContext {
  /** The queue owner; null = this command. */
  readonly holder: QueueHolder | null;
  /** Returns null if the service was removed. */
  nameOf(profileId: string): string | null;
  /** Returns whether this command can use the service. */
  hasKey(profileId: string): boolean;
  /** Id of the service that the command names. */
  readonly named: string | null;
}

function contextOf({ app, store, profileId }: Session, holder: QueueHolder | null): ReasonContext {
  const names = serviceNames(store);
  const keys = new Map(app.core.live.profiles().map(({ id, key }) => [id, key]));
  return {
    holder,
    nameOf: (id) => names.get(id) ?? null,
    hasKey: (id) => id === builtInProfileId || (keys.get(id) ?? 'none') !== 'none',
    named: profileId,
  };
}

function isSelfResolving(reason: Reason, { holder, hasKey }: ReasonContext): boolean {
  return holder?.what === queueHolders.command && reason.why === 'blocked' && hasKey(reason.profileId);
}

/** Returns the problem with advice. */
export function reasonMessage(reason: Reason, context: ReasonContext): MessageDescriptor {
  switch (reason.why) {
    case 'paused':
      return msg('cli.paused');
    case 'cost':
      return msg('cli.stands.cost', { count: reason.count });
    case 'trial':
      return msg('cli.stands.trial', { count: reason.count });
    case 'held':
      return msg('cli.stands.held', { count: reason.count });
    case 'price':
      return msg('cli.service', {
        service: context.nameOf(reason.profileId) ?? reason.profileId,
        message: priceMessage(reason.operation),
      });
    case 'stuck':
      return joinMessages(stuckMessage(reason));
    case 'blocked':
      return blockedMessage(reason, context);
    default:
      return reason satisfies never;
  }
}

function blockedMessage(reason: Extract<Reason, { why: 'blocked' }>, context: ReasonContext): MessageDescriptor {
  const { block, profileId, count } = reason;
  const { holder } = context;
  if (block.condition === 'closed')
    return joinMessages(block.message, msg(holder === null ? 'cli.stands.thenRunAgain' : 'cli.stands.thenGoesOn'));
  const service = context.nameOf(profileId);
  if (service === null) return msg('cli.stands.serviceGone', { count });
  if (holder !== null && (holder.what !== queueHolders.command || isSelfResolving(reason, context)))
    return joinMessages(holderMessage(holder), ...holderSteps(reason, service, holder, context));
  if (block.condition !== 'no-key') return msg('cli.service', { service, message: block.message });
  const options = profileId === context.named ? '--key-env <variable>' : `--service "${service}" --key-env <variable>`;
  return msg('cli.stands.noKey', { service, options });
}

/** Returns the problem of another queue owner with a service, with advice. */
function holderSteps(
  { block, profileId }: Extract<Reason, { why: 'blocked' }>,
  service: string,
  holder: QueueHolder,
  context: ReasonContext,
): MessageDescriptor[] {
  const isKeyMissing = block.condition === 'no-key';
  const hasKey = context.hasKey(profileId);
  const noKey = msg('cli.stands.noKeyThere', { service });
  if (holder.what === queueHolders.window) {
    if (isKeyMissing) return [noKey, msg(hasKey ? 'cli.stands.enterKey' : 'cli.stands.enterKeyOrGive')];
    // In the words of the window, because the user has to act in it.
    const message = formatMessage(block.message, 'window');
    return [msg('cli.service', { service, message }), msg('cli.stands.tryNow')];
  }
  const problem = isKeyMissing ? noKey : msg('cli.service', { service, message: block.message });
  if (holder.what === queueHolders.command) return [problem, msg('cli.stands.takesOver')];
  return [problem, msg(hasKey ? 'cli.stands.endIt' : 'cli.stands.endItWithKey')];
}
