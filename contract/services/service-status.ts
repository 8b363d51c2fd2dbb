import type { JobProgress } from '../jobs/job.ts';
import {
  type Message,
  type MessageDescriptor,
  type MessageKey,
  msg,
  type PlainMessageKey,
} from '../messages/message.ts';
import type { ProfileStatus } from './profile.ts';

/** `warn` waits for the user; `bad` is lost without the user. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

export type ServiceState =
  | ProfileStatus['condition']
  | 'unreadable-key'
  | 'no-credits'
  | 'capped'
  | 'unknown-balance'
  | 'unreachable';

export interface ServiceStatus {
  readonly state: ServiceState;
  readonly tone: Tone;
  /** Two or three words. */
  readonly name: MessageDescriptor;
  /** Why nothing is sent, in a short sentence without a countdown; null while it is ready. */
  readonly why: MessageDescriptor | null;
  readonly message: Message | null;
  /** Null if its photographs do not wait. */
  readonly waitsFor: 'user' | 'time' | null;
  readonly remedy: 'enter-key' | 'try-now' | 'raise-cap' | 'edit' | null;
  /** `none`: the service reported it, whatever was known before; null = unknown. */
  readonly credits: ProfileStatus['credits'] | 'none';
}

interface Traits extends Pick<ServiceStatus, 'tone' | 'waitsFor' | 'remedy'> {
  readonly name: PlainMessageKey;
  readonly why: PlainMessageKey;
  readonly waits: Exclude<Extract<MessageKey, `standing.waits.${string}`>, 'standing.waits.price'>;
}

const traits: Readonly<Record<Exclude<ServiceState, 'ready'>, Traits>> = {
  starting: {
    tone: 'busy',
    waitsFor: 'time',
    remedy: null,
    name: 'standing.service.starting',
    why: 'standing.why.starting',
    waits: 'standing.waits.starting',
  },
  'no-key': {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'enter-key',
    name: 'standing.service.noKey',
    why: 'standing.why.noKey',
    waits: 'standing.waits.noKey',
  },
  'unreadable-key': {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'enter-key',
    name: 'standing.service.unreadableKey',
    why: 'standing.why.unreadableKey',
    waits: 'standing.waits.unreadableKey',
  },
  'no-credits': {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'try-now',
    name: 'standing.service.noCredits',
    why: 'standing.why.noCredits',
    waits: 'standing.waits.noCredits',
  },
  capped: {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'raise-cap',
    name: 'standing.service.capped',
    why: 'standing.why.capped',
    waits: 'standing.waits.capped',
  },
  'unknown-balance': {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'edit',
    name: 'standing.service.stopped',
    why: 'standing.why.unknownBalance',
    waits: 'standing.waits.stopped',
  },
  stopped: {
    tone: 'warn',
    waitsFor: 'user',
    remedy: 'try-now',
    name: 'standing.service.stopped',
    why: 'standing.why.stopped',
    waits: 'standing.waits.stopped',
  },
  slowed: {
    tone: 'warn',
    waitsFor: 'time',
    remedy: 'try-now',
    name: 'standing.service.slowed',
    why: 'standing.why.slowed',
    waits: 'standing.waits.slowed',
  },
  unreachable: {
    tone: 'warn',
    waitsFor: 'time',
    remedy: 'try-now',
    name: 'standing.service.unreachable',
    why: 'standing.why.unreachable',
    waits: 'standing.waits.unreachable',
  },
  failed: {
    tone: 'bad',
    waitsFor: 'user',
    remedy: 'try-now',
    name: 'standing.service.failed',
    why: 'standing.why.failed',
    waits: 'standing.waits.failed',
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
    state,
    tone,
    name: msg(name),
    why: msg(why),
    message: message ?? msg(why),
    waitsFor,
    remedy,
    credits: state === 'no-credits' ? 'none' : credits,
  };
}

/** @param count photographs that wait for the service */
export function waitingMessage(state: Exclude<ServiceState, 'ready'>, service: string, count: number) {
  return msg(traits[state].waits, { n: count, name: service });
}

function stateOf(condition: ProfileStatus['condition'], message: Message | null): ServiceState {
  if (condition === 'stopped') {
    if (mentions(message, ['service.unreadableKey'])) return 'unreadable-key';
    if (mentions(message, ['service.code.noCredits'])) return 'no-credits';
    if (limitReached(message) !== null) return 'capped';
    if (mentions(message, ['pipeline.cap.unknownBalance'])) return 'unknown-balance';
  }
  const unreachable = ['service.pace.unreachable', 'service.pace.broken'] as const;
  return condition === 'slowed' && mentions(message, unreachable) ? 'unreachable' : condition;
}

/** Returns the spending limit that stopped a service, read from its message. */
export function limitReached(message: Message | null): 'perDay' | 'perMonth' | 'keepBalance' | null {
  if (mentions(message, ['pipeline.cap.day'])) return 'perDay';
  if (mentions(message, ['pipeline.cap.month'])) return 'perMonth';
  return mentions(message, ['pipeline.cap.balance']) ? 'keepBalance' : null;
}

function mentions(message: unknown, keys: readonly MessageKey[]): boolean {
  if (Array.isArray(message)) return message.some((each) => mentions(each, keys));
  if (typeof message !== 'object' || message === null) return false;
  const { key, values = {} } = message as Partial<MessageDescriptor>;
  return keys.some((each) => each === key) || Object.values(values).some((each) => mentions(each, keys));
}

/**
 * Whether a photograph cannot continue because its service is unavailable.
 * @param isInHand whether a process is known to work on it
 */
export function isBlocked(activity: JobProgress['activity'], isInHand: boolean, { state }: ServiceStatus): boolean {
  if (state === 'ready' || activity === 'preparing' || activity === 'writing') return false;
  // Tasks are queried as long as the service permits it.
  const isUnavailable = state === 'no-key' || state === 'unreadable-key' || state === 'stopped' || state === 'failed';
  return !isInHand || (activity === 'at-service' && isUnavailable);
}
