/** Why a command's jobs do not move, whichever process runs the queue, and who has to do what about it. */

import type { QueueStatus } from '../../contract/jobs/work-status.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { priceMessage } from '../../contract/services/costs.ts';
import { builtInProfileId } from '../../contract/services/profile.ts';
import { holderMessage } from '../ipc/status/profile-status.ts';
import { counts } from '../ipc/status/snapshot.ts';
import { type Reason, standstill, stuckMessage } from '../pipeline/standstill.ts';
import { type QueueHolder, queueHolders, type Store } from '../store/index.ts';
import { type Session, serviceNames } from './command-session.ts';
import type { Progress } from './run-report.ts';

/**
 * How the queue stands now.
 * @param progress of the jobs that a command answers for; null = of all
 */
export async function currentStatus(
  { app }: Pick<Session, 'app'>,
  progress: Progress | null = null,
): Promise<QueueStatus> {
  const counted = await counts(app.core);
  return app.queueStatus({ ...counted, throughput: { ...counted.throughput, ...progress } });
}

/** Why nothing happens to these jobs (null = all) without the user; empty while something does, or nothing is left. */
export function standstillReasons(
  { openWork, settings, conditions, workFolder }: Pick<Store, 'openWork' | 'settings' | 'conditions' | 'workFolder'>,
  ids: Iterable<number> | null,
): readonly Reason[] {
  const known = conditions.list();
  const end = standstill(openWork(ids), settings.read().paused, (profileId, need, folder) => {
    const isRelevant = ({ kind, subject }: (typeof known)[number]) =>
      kind === 'service' ? subject === profileId : subject === folder || (need === 'upload' && subject === workFolder);
    return known.find((each) => isRelevant(each) && each.blocks.includes(need)) ?? null;
  });
  return end === null || end.finished ? [] : end.reasons;
}

/** Jobs that came to a standstill. */
export interface Standstill {
  readonly reasons: readonly Reason[];
  /** Who runs the queue; null = this process. */
  readonly holder: QueueHolder | null;
}

/**
 * Looks, at each call, whether nothing happens to these jobs (null = all) any more without the user; null while something may.
 * Believed when it is seen twice in a row, since another process may just be about to do something.
 */
export function watchStandstill(session: Session, ids: Iterable<number> | null): () => Standstill | null {
  const { app, store } = session;
  let before = '';
  return () => {
    const reasons = standstillReasons(store, ids);
    const isOwn = app.otherHolder() === null;
    // Asked last: if it is there still, what stands in the database is its own word.
    const holder = reasons.length === 0 || isOwn ? null : store.queueLock.holder();
    const isTrue = reasons.length > 0 && (isOwn || holder !== null);
    const seen = isTrue ? JSON.stringify([holder?.pid, reasons]) : '';
    const isOld = isTrue && seen === before;
    before = seen;
    return isOld ? { reasons, holder } : null;
  };
}

export function reasonMessages({ reasons, holder }: Standstill, session: Session): MessageDescriptor[] {
  const circumstances = circumstancesOf(session, holder);
  return reasons.map((reason) => reasonMessage(reason, circumstances));
}

/** True where it is waited out: another command ends by itself, and this one takes over with what it has. */
export function canResolveWithoutUser({ reasons, holder }: Standstill, session: Session): boolean {
  const circumstances = circumstancesOf(session, holder);
  return reasons.every((reason) => isSelfResolving(reason, circumstances));
}

/** What a sentence about a reason needs to know. */
export interface ReasonContext {
  /** Who runs the queue; null = this command. */
  readonly holder: QueueHolder | null;
  /** The name of a service; null where it is not set up any more. */
  nameOf(profileId: string): string | null;
  /** True where this command has what it needs to ask that service itself. */
  hasKey(profileId: string): boolean;
  /** The service this command was given by name. */
  readonly named: string | null;
}

function circumstancesOf({ app, store, profileId }: Session, holder: QueueHolder | null): ReasonContext {
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

/** What is wrong and who has to do what. */
export function reasonMessage(reason: Reason, circumstances: ReasonContext): MessageDescriptor {
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
        service: circumstances.nameOf(reason.profileId) ?? reason.profileId,
        message: priceMessage(reason.operation),
      });
    case 'stuck':
      return joinMessages(stuckMessage(reason));
    case 'blocked':
      return blockedSentence(reason, circumstances);
    default:
      return reason satisfies never;
  }
}

function blockedSentence(reason: Extract<Reason, { why: 'blocked' }>, circumstances: ReasonContext): MessageDescriptor {
  const { block, profileId, count } = reason;
  const { holder, named } = circumstances;
  if (block.condition === 'closed')
    return joinMessages(block.message, msg(holder === null ? 'cli.stands.thenRunAgain' : 'cli.stands.thenGoesOn'));
  const service = circumstances.nameOf(profileId);
  if (service === null) return msg('cli.stands.serviceGone', { count });
  const isKeyMissing = block.condition === 'no-key';
  const problem = msg('cli.service', { service, message: block.message });
  if (holder === null || (holder.what === queueHolders.command && !isSelfResolving(reason, circumstances))) {
    if (!isKeyMissing) return problem;
    const options = profileId === named ? '--key-env <variable>' : `--service "${service}" --key-env <variable>`;
    return msg('cli.stands.noKey', { service, options });
  }
  const noKey = msg('cli.stands.noKeyThere', { service });
  const holderNote = holderMessage(holder);
  if (holder.what === queueHolders.command)
    return joinMessages(holderNote, isKeyMissing ? noKey : problem, msg('cli.stands.takesOver'));
  const hasKey = circumstances.hasKey(profileId);
  if (holder.what !== queueHolders.window) {
    const end = msg(hasKey ? 'cli.stands.endIt' : 'cli.stands.endItWithKey');
    return joinMessages(holderNote, isKeyMissing ? noKey : problem, end);
  }
  if (isKeyMissing)
    return joinMessages(holderNote, noKey, msg(hasKey ? 'cli.stands.enterKey' : 'cli.stands.enterKeyOrGive'));
  // What has to be done is done in the window.
  const windowProblem = msg('cli.service', { service, message: formatMessage(block.message, 'window') });
  return joinMessages(holderNote, windowProblem, msg('cli.stands.tryNow'));
}
