import type { Snapshot } from '../app/app-snapshot.ts';
import { type MessageDescriptor, msg } from '../messages/message.ts';
import { operations } from '../operations/table.ts';
import type { Profile } from '../services/profile.ts';
import { type ServiceState, type ServiceStatus, serviceStatus, waitingMessage } from '../services/service-status.ts';

/** An unavailable service that photographs wait for. */
export interface AwaitedService {
  readonly profile: Profile;
  readonly status: ServiceStatus & { readonly state: Exclude<ServiceState, 'ready'> };
  readonly count: number;
  /** Requests in progress nevertheless. */
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

/** Returns the status of a service, or null. A slowed service without waiting photographs is ready. */
export function summarizeService(
  profileId: string,
  facts: Pick<Snapshot, 'openByService' | 'profiles' | 'profileStatus'>,
): ServiceStatus | null {
  const status = facts.profileStatus.find(({ id }) => id === profileId);
  if (status === undefined) return null;
  const current = serviceStatus(status);
  const isAwaited = awaitedServices(facts).some(({ profile }) => profile.id === profileId);
  return current.state === 'slowed' && !isAwaited
    ? serviceStatus({ ...status, condition: 'ready', message: null })
    : current;
}

export type QueueFacts = Pick<
  Snapshot,
  | 'tally'
  | 'undecided'
  | 'throughput'
  | 'openByService'
  | 'onHold'
  | 'waitForFolder'
  | 'waitForPrice'
  | 'profiles'
  | 'profileStatus'
  | 'settings'
  | 'power'
  | 'studio'
>;

export interface QueueStatus {
  /**
   * With open jobs: `unattended` (no process runs the queue), `paused`, `on-battery`, `moving` or `waiting`. Otherwise:
   * `needs-you` (failed or uncertain jobs), `done` or `nothing`.
   */
  readonly state: 'moving' | 'unattended' | 'waiting' | 'paused' | 'on-battery' | 'needs-you' | 'done' | 'nothing';
  readonly finished: number;
  readonly total: number;
  /** Null unless jobs move. */
  readonly perMinute: number | null;
  /** For jobs that do not wait, in ms; null if unknown. */
  readonly leftMs: number | null;
  readonly waits: readonly MessageDescriptor[];
  readonly failed: number;
  readonly undecided: number;
}

const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0);

export const isOpen = ({ state }: QueueStatus): boolean =>
  state !== 'needs-you' && state !== 'done' && state !== 'nothing';

const isForUser = ({ status }: AwaitedService) => status.waitsFor === 'user';

/**
 * Returns the photographs that cannot continue. If the user is needed, requests in progress still finish; otherwise all
 * continue or none.
 */
function waitingFor(awaited: AwaitedService): AwaitedService[] {
  const { running, count } = awaited;
  if (running === 0) return [awaited];
  return isForUser(awaited) && count > running ? [{ ...awaited, count: count - running }] : [];
}

/** @param isRun whether this or another process runs the queue */
export function queueStatus(facts: QueueFacts, isRun = true): QueueStatus {
  const { total, finished, perMinute, msEach } = facts.throughput;
  const awaited = awaitedServices(facts);
  // Only the queue's owner knows the condition of services.
  const waiting = isRun ? awaited.flatMap(waitingFor) : [];
  const forFolders = sum(facts.waitForFolder);
  const forPrices = sum(facts.waitForPrice);
  const openHere = sum(facts.openByService);
  // Other stations continue their jobs.
  const elsewhere =
    facts.studio === null ? 0 : Math.max(0, total - finished - openHere - forFolders - forPrices - facts.onHold);
  const open = total - finished;
  const active = Math.min(open, openHere - sum(waiting) + elsewhere);
  const failed = facts.tally.failed;
  const undecided = sum(facts.undecided);
  const state = stateOfQueue({ open, active, failed, undecided }, facts, isRun);
  const isMoving = state === 'moving';
  return {
    state,
    finished,
    total,
    perMinute: isMoving && perMinute > 0 ? perMinute : null,
    // Waiting for the user takes an unknown time.
    leftMs: isMoving && msEach !== null && !waiting.some(isForUser) ? active * msEach : null,
    waits: [
      ...waiting.map(({ profile, status, count }) => waitingMessage(status.state, profile.name, count)),
      ...facts.waitForPrice.map(({ operation, count: n }) =>
        msg('standing.waits.price', { n, operation: { named: operations[operation].title } }),
      ),
      ...(forFolders > 0 ? [msg('standing.waits.folder', { n: forFolders })] : []),
      ...(facts.onHold > 0 ? [msg('standing.waits.onHold', { n: facts.onHold })] : []),
    ],
    failed,
    undecided,
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

export function remainingMessage({
  failed,
  undecided,
}: Pick<QueueStatus, 'failed' | 'undecided'>): MessageDescriptor[] {
  return [
    ...(failed > 0 ? [msg('standing.failed', { n: failed })] : []),
    ...(undecided > 0 ? [msg('standing.undecided', { count: undecided })] : []),
  ];
}

/** Parts of one line: "412 of 800", "38/min", "10 min left", "12 paused". */
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
