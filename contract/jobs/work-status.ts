/** Where all work stands: what is done, what waits for what, and the sentence that says so. */

import type { Snapshot } from '../app/app-snapshot.ts';
import {
  type Message,
  type MessageDescriptor,
  type MessageKey,
  msg,
  type PlainMessageKey,
} from '../messages/message.ts';
import type { Profile, ProfileStatus } from '../services/profile.ts';
import type { JobProgress } from './job.ts';

/** How loud a state is told: `warn` waits for the user, `bad` is lost without him. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

/** The conditions of a service as people tell them apart. */
export type ServiceState = ProfileStatus['condition'] | 'no-credits' | 'capped' | 'unpriced' | 'unreachable';

export interface ServiceStatus {
  readonly state: ServiceState;
  readonly tone: Tone;
  /** In two or three words. */
  readonly name: MessageDescriptor;
  /** Why nothing is sent to it, in a short sentence that counts nothing down; null while it is ready. */
  readonly why: MessageDescriptor | null;
  /** The same as the service has it, at length. */
  readonly message: Message | null;
  /** What photographs wait for that are meant for it; null where they go on. */
  readonly waitsFor: 'user' | 'time' | null;
  /** What helps at once, or may. */
  readonly remedy: 'enter-key' | 'try-now' | 'raise-cap' | 'edit' | null;
  /** `none`: the service has said so, whatever was known before; null = not known. */
  readonly credits: ProfileStatus['credits'] | 'none';
}

interface Traits extends Pick<ServiceStatus, 'tone' | 'waitsFor' | 'remedy'> {
  readonly name: PlainMessageKey;
  readonly why: PlainMessageKey;
  readonly waits: Extract<MessageKey, `standing.waits.${string}`>;
}

const traits: Readonly<Record<Exclude<ServiceState, 'ready'>, Traits>> = {
  starting: {
    ...{ tone: 'busy', waitsFor: 'time', remedy: null },
    ...{ name: 'standing.service.starting', why: 'standing.why.starting', waits: 'standing.waits.starting' },
  },
  'no-key': {
    ...{ tone: 'warn', waitsFor: 'user', remedy: 'enter-key' },
    ...{ name: 'standing.service.noKey', why: 'standing.why.noKey', waits: 'standing.waits.noKey' },
  },
  'no-credits': {
    ...{ tone: 'warn', waitsFor: 'user', remedy: 'try-now' },
    ...{ name: 'standing.service.noCredits', why: 'standing.why.noCredits', waits: 'standing.waits.noCredits' },
  },
  capped: {
    ...{ tone: 'warn', waitsFor: 'user', remedy: 'raise-cap' },
    ...{ name: 'standing.service.capped', why: 'standing.why.capped', waits: 'standing.waits.capped' },
  },
  unpriced: {
    ...{ tone: 'warn', waitsFor: 'user', remedy: 'edit' },
    ...{ name: 'standing.service.stopped', why: 'standing.why.capped', waits: 'standing.waits.stopped' },
  },
  stopped: {
    ...{ tone: 'warn', waitsFor: 'user', remedy: 'try-now' },
    ...{ name: 'standing.service.stopped', why: 'standing.why.stopped', waits: 'standing.waits.stopped' },
  },
  slowed: {
    ...{ tone: 'warn', waitsFor: 'time', remedy: 'try-now' },
    ...{ name: 'standing.service.slowed', why: 'standing.why.slowed', waits: 'standing.waits.slowed' },
  },
  unreachable: {
    ...{ tone: 'warn', waitsFor: 'time', remedy: 'try-now' },
    ...{ name: 'standing.service.unreachable', why: 'standing.why.unreachable', waits: 'standing.waits.unreachable' },
  },
  failed: {
    ...{ tone: 'bad', waitsFor: 'user', remedy: 'try-now' },
    ...{ name: 'standing.service.failed', why: 'standing.why.failed', waits: 'standing.waits.failed' },
  },
};

type ServiceFacts = Pick<ProfileStatus, 'condition' | 'message'> & Partial<Pick<ProfileStatus, 'credits'>>;

export function serviceStatus({ condition, message, credits = null }: ServiceFacts): ServiceStatus {
  const state = stateOf(condition, message);
  if (state === 'ready') {
    const name = msg('standing.service.ready');
    return { state, tone: 'good', name, why: null, message, waitsFor: null, remedy: null, credits };
  }
  const { tone, name, why, waitsFor, remedy } = traits[state];
  return {
    ...{ state, tone, waitsFor, remedy },
    name: msg(name),
    why: msg(why),
    message: message ?? msg(why),
    credits: state === 'no-credits' ? 'none' : credits,
  };
}

function stateOf(condition: ProfileStatus['condition'], message: Message | null): ServiceState {
  if (condition === 'stopped') {
    if (mentions(message, ['service.code.noCredits'])) return 'no-credits';
    if (limitReached(message) !== null) return 'capped';
    if (mentions(message, ['pipeline.cap.price', 'pipeline.cap.unknownBalance'])) return 'unpriced';
  }
  const unreachable = ['service.pace.unreachable', 'service.pace.broken'] as const;
  return condition === 'slowed' && mentions(message, unreachable) ? 'unreachable' : condition;
}

/** Which limit of its costs a service was stopped for, by what it says; null = for none. */
export function limitReached(message: Message | null): 'perDay' | 'perMonth' | 'keepBalance' | null {
  if (mentions(message, ['pipeline.cap.day'])) return 'perDay';
  if (mentions(message, ['pipeline.cap.month'])) return 'perMonth';
  return mentions(message, ['pipeline.cap.balance']) ? 'keepBalance' : null;
}

/** True where one of these sentences stands in the message. */
function mentions(message: unknown, keys: readonly MessageKey[]): boolean {
  if (Array.isArray(message)) return message.some((each) => mentions(each, keys));
  if (typeof message !== 'object' || message === null) return false;
  const { key, values = {} } = message as Partial<MessageDescriptor>;
  return keys.some((each) => each === key) || Object.values(values).some((each) => mentions(each, keys));
}

/**
 * True where a photograph that is at this is not worked on, since of its service nothing can be had.
 * @param isInHand somebody is at work on it, as far as is known
 */
export function isBlocked(activity: JobProgress['activity'], isInHand: boolean, { state }: ServiceStatus): boolean {
  // What this computer does alone; and what waits for the service is asked for as long as it may be.
  if (state === 'ready' || activity === 'preparing' || activity === 'writing') return false;
  const isUnavailable = state === 'no-key' || state === 'stopped' || state === 'failed';
  return !isInHand || (activity === 'at-service' && isUnavailable);
}

/** A service that photographs wait for, and that does not take them just now. */
export interface AwaitedService {
  readonly profile: Profile;
  readonly status: ServiceStatus & { readonly state: Exclude<ServiceState, 'ready'> };
  /** How many wait. */
  readonly count: number;
  /** Requests under way all the same. */
  readonly running: number;
}

/** In the order of `profiles`. */
export function awaitedServices({
  openByService,
  profiles,
  profileStatus,
}: Pick<Snapshot, 'openByService' | 'profiles' | 'profileStatus'>): AwaitedService[] {
  return profiles.flatMap((profile) => {
    const count = openByService.find(({ profileId }) => profileId === profile.id)?.count ?? 0;
    const status = profileStatus.find(({ id }) => id === profile.id);
    if (count === 0 || status === undefined) return [];
    const current = serviceStatus(status);
    const { state } = current;
    return state === 'ready' ? [] : [{ profile, status: { ...current, state }, count, running: status.running }];
  });
}

export type QueueFacts = Pick<
  Snapshot,
  | 'tally'
  | 'undecided'
  | 'throughput'
  | 'openByService'
  | 'onHold'
  | 'waitForFolder'
  | 'profiles'
  | 'profileStatus'
  | 'settings'
  | 'power'
  | 'studio'
>;

export interface QueueStatus {
  /**
   * While anything is open: `moving`, or nothing moves since nobody runs the queue (`unattended`), it is `paused`, or all of it is
   * `waiting`. Else: what is left `needs-you`, or it is `done`, or there was `nothing`.
   */
  readonly state: 'moving' | 'unattended' | 'waiting' | 'paused' | 'on-battery' | 'needs-you' | 'done' | 'nothing';
  readonly finished: number;
  readonly total: number;
  /** Null while nothing moves. */
  readonly perMinute: number | null;
  /** ms, for what goes on by itself; null where it cannot be told, or nothing does. */
  readonly leftMs: number | null;
  /** What the others wait for. */
  readonly waits: readonly MessageDescriptor[];
  readonly failed: number;
  readonly undecided: number;
}

const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0);

/** True while there is anything that is not at its end. */
export const isOpen = ({ state }: QueueStatus): boolean =>
  state !== 'needs-you' && state !== 'done' && state !== 'nothing';

const isForUser = ({ status }: AwaitedService) => status.waitsFor === 'user';

/** Those that do not go on: all but what is under way where nothing is sent before the user has done something, else all or none. */
function waitingFor(awaited: AwaitedService): AwaitedService[] {
  const { running, count } = awaited;
  if (running === 0) return [awaited];
  return isForUser(awaited) && count > running ? [{ ...awaited, count: count - running }] : [];
}

/** @param isRun by this process or another one; beside a window that is not so only where all have ended */
export function queueStatus(facts: QueueFacts, isRun = true): QueueStatus {
  const { total, finished, perMinute, msEach } = facts.throughput;
  const awaited = awaitedServices(facts);
  // What services are like is only known to who asks them.
  const waiting = isRun ? awaited.flatMap(waitingFor) : [];
  const forFolders = sum(facts.waitForFolder);
  const openHere = sum(facts.openByService);
  // What other stations of the studio have goes on by them.
  const elsewhere = facts.studio === null ? 0 : Math.max(0, total - finished - openHere - forFolders - facts.onHold);
  const open = total - finished;
  const active = Math.min(open, openHere - sum(waiting) + elsewhere);
  const failed = facts.tally.failed;
  const undecided = sum(facts.undecided);
  const state = stateOfQueue({ open, active, failed, undecided }, facts, isRun);
  const isMoving = state === 'moving';
  return {
    ...{ state, finished, total, failed, undecided },
    perMinute: isMoving && perMinute > 0 ? perMinute : null,
    // What waits for the user takes as long as he does.
    leftMs: isMoving && msEach !== null && !waiting.some(isForUser) ? active * msEach : null,
    waits: [
      ...waiting.map(({ profile, status, count: n }) => msg(traits[status.state].waits, { n, name: profile.name })),
      ...(forFolders > 0 ? [msg('standing.waits.folder', { n: forFolders })] : []),
      ...(facts.onHold > 0 ? [msg('standing.waits.onHold', { n: facts.onHold })] : []),
    ],
  };
}

interface Amounts extends Pick<QueueStatus, 'failed' | 'undecided'> {
  readonly open: number;
  readonly active: number;
}

function stateOfQueue(
  { open, active, failed, undecided }: Amounts,
  { settings, power, tally }: QueueFacts,
  isRun: boolean,
): QueueStatus['state'] {
  if (open > 0) {
    if (!isRun) return 'unattended';
    if (settings.paused) return 'paused';
    if (power.pausedOnBattery) return 'on-battery';
    return active > 0 ? 'moving' : 'waiting';
  }
  if (failed + undecided > 0) return 'needs-you';
  return tally.done > 0 ? 'done' : 'nothing';
}

/** What is left for the user. */
export function remainingMessage({
  failed,
  undecided,
}: Pick<QueueStatus, 'failed' | 'undecided'>): MessageDescriptor[] {
  return [
    ...(failed > 0 ? [msg('standing.failed', { n: failed })] : []),
    ...(undecided > 0 ? [msg('standing.undecided', { count: undecided })] : []),
  ];
}

/** Pieces of one line: "412 of 800", "38/min", "10 min left", "12 paused". */
export function queueStatusMessages(status: QueueStatus): MessageDescriptor[] {
  const { state, finished, total, perMinute, leftMs, waits, failed, undecided } = status;
  const progress = msg('standing.progress', { finished, total });
  switch (state) {
    case 'moving':
      return [
        progress,
        ...(perMinute === null ? [] : [msg('standing.pace', { n: perMinute })]),
        ...(leftMs === null ? [] : [msg('standing.left', { time: { ms: leftMs } })]),
        ...waits,
      ];
    case 'waiting':
      return [progress, ...waits];
    case 'unattended':
      return [progress, msg('standing.unattended')];
    case 'paused':
      return [progress, msg('standing.paused')];
    case 'on-battery':
      return [progress, msg('standing.onBattery')];
    case 'needs-you':
      return remainingMessage({ failed, undecided });
    case 'done':
      return [msg('standing.done')];
    case 'nothing':
      return [msg('standing.nothing')];
    default:
      return state satisfies never;
  }
}
