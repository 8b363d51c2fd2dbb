/** Why a command's jobs do not move, whichever process runs the queue, and who has to do what about it. */
import { builtInProfileId } from '../../preload/contract/profile.ts';
import { type Reason, standstill, stuckSentence } from '../pipeline/standstill.ts';
import { type QueueHolder, queueHolders, type Store } from '../store/index.ts';
import { addressed } from './addressed.ts';
import { type Session, serviceNames } from './session.ts';

/** Why nothing happens to these jobs (null = all) without the user; empty while something does, or nothing is left. */
export function reasonsOf(
  { openWork, settings, conditions, workFolder }: Pick<Store, 'openWork' | 'settings' | 'conditions' | 'workFolder'>,
  ids: Iterable<number> | null,
): readonly Reason[] {
  const known = conditions.list();
  const end = standstill(openWork(ids), settings.read().paused, (profileId, need, folder) => {
    const isMeant = ({ kind, subject }: (typeof known)[number]) =>
      kind === 'service' ? subject === profileId : subject === folder || (need === 'upload' && subject === workFolder);
    return known.find((each) => isMeant(each) && each.blocks.includes(need)) ?? null;
  });
  return end === null || end.finished ? [] : end.reasons;
}

/** Jobs that came to a standstill. */
export interface Stood {
  readonly reasons: readonly Reason[];
  /** Who runs the queue; null = this process. */
  readonly holder: QueueHolder | null;
}

/**
 * Looks, at each call, whether nothing happens to these jobs (null = all) any more without the user; null while something may.
 * Believed when it is seen twice in a row, since another process may just be about to do something.
 */
export function standingOf(session: Session, ids: Iterable<number> | null): () => Stood | null {
  const { app, store } = session;
  let before = '';
  return () => {
    const reasons = reasonsOf(store, ids);
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

export function reasonLines({ reasons, holder }: Stood, session: Session): string[] {
  const circumstances = circumstancesOf(session, holder);
  return reasons.map((reason) => reasonInWords(reason, circumstances));
}

/** True where it is waited out: another command ends by itself, and this one takes over with what it has. */
export function isWaitedOut({ reasons, holder }: Stood, session: Session): boolean {
  const circumstances = circumstancesOf(session, holder);
  return reasons.every((reason) => endsByItself(reason, circumstances));
}

/** What a sentence about a reason needs to know. */
export interface Circumstances {
  /** Who runs the queue; null = this command. */
  readonly holder: QueueHolder | null;
  /** The name of a service; null where it is not set up any more. */
  nameOf(profileId: string): string | null;
  /** True where this command has what it needs to ask that service itself. */
  hasKey(profileId: string): boolean;
  /** The service this command was given by name. */
  readonly named: string | null;
}

function circumstancesOf({ app, store, profileId }: Session, holder: QueueHolder | null): Circumstances {
  const names = serviceNames(store);
  const keys = new Map(app.core.live.profiles().map(({ id, key }) => [id, key]));
  return {
    holder,
    nameOf: (id) => names.get(id) ?? null,
    hasKey: (id) => id === builtInProfileId || (keys.get(id) ?? 'none') !== 'none',
    named: profileId,
  };
}

/** Who runs the queue, at the beginning of a sentence. */
export function holderInWords({ what, pid }: QueueHolder): string {
  switch (what) {
    case queueHolders.window:
      return 'The Burnish window';
    case queueHolders.command:
      return `Another burnish command (process ${pid})`;
    default:
      return `${what} (process ${pid})`;
  }
}

function endsByItself(reason: Reason, { holder, hasKey }: Circumstances): boolean {
  return holder?.what === queueHolders.command && reason.why === 'blocked' && hasKey(reason.profileId);
}

/** What is wrong and who has to do what. */
export function reasonInWords(reason: Reason, circumstances: Circumstances): string {
  const isOne = reason.count === 1;
  switch (reason.why) {
    case 'paused':
      return 'The queue is paused. Press “Resume the queue” in the window.';
    case 'held':
      return isOne
        ? 'One photograph is paused, by itself or with its batch. Resume it in the window.'
        : `${reason.count} photographs are paused, by themselves or with their batch. Resume them in the window.`;
    case 'stuck':
      return addressed(stuckSentence(reason), 'terminal');
    case 'blocked':
      return blockedInWords(reason, circumstances);
    default:
      return reason satisfies never;
  }
}

function blockedInWords(reason: Extract<Reason, { why: 'blocked' }>, circumstances: Circumstances): string {
  const { block, profileId } = reason;
  const { holder, named } = circumstances;
  if (block.condition === 'closed') {
    const trouble = addressed(block.message, 'terminal');
    return holder === null
      ? `${trouble} Then run this command again.`
      : `${trouble} What is open then goes on by itself.`;
  }
  const name = circumstances.nameOf(profileId);
  if (name === null) {
    const [which, them] =
      reason.count === 1 ? ['One photograph is', 'it'] : [`${reason.count} photographs are`, 'them'];
    return `${which} meant for a service that is no longer set up. Run ${them} again with --service, or end ${them} with burnish cancel.`;
  }
  const isKeyMissing = block.condition === 'no-key';
  const who = holder && holderInWords(holder);
  if (endsByItself(reason, circumstances)) {
    const what = isKeyMissing ? ` and has no key for “${name}”.` : `. ${name}: ${addressed(block.message, 'terminal')}`;
    return `${who} is running the queue${what} This one takes over once that one has ended; press Ctrl-C to stop.`;
  }
  if (holder === null || holder.what === queueHolders.command) {
    if (!isKeyMissing) return `${name}: ${addressed(block.message, 'terminal')}`;
    const option = profileId === named ? '--key-env <variable>' : `--service "${name}" --key-env <variable>`;
    return `There is no key for “${name}”. Run this command again with ${option}.`;
  }
  const again = circumstances.hasKey(profileId)
    ? 'run this command again'
    : 'run this command again with --key-env <variable>';
  if (holder.what !== queueHolders.window) {
    const what = isKeyMissing ? ` and has no key for “${name}”.` : `. ${name}: ${addressed(block.message, 'terminal')}`;
    return `${who} is running the queue${what} End it with Ctrl-C, then ${again}.`;
  }
  return isKeyMissing
    ? `${who} is running the queue and has no key for “${name}”. Enter it under Services in the window, or quit the window and ${again}.`
    : `${who} is running the queue. ${name}: ${addressed(block.message, 'window')} Then press “Try now” under Services, or quit the window and run this command again.`;
}
