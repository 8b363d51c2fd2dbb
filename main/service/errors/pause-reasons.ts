import { ServiceFailure } from './service-failure.ts';

/** Only an upload may cost credits. */
export type RequestKind = 'upload' | 'query' | 'download';
export const requestKinds: readonly RequestKind[] = ['upload', 'query', 'download'];

/**
 * `busy`: requested by the service. `broken`: failed midway. `failing`: every request fails. `unreadable`, `lost`: the
 * response cannot be parsed, or never came. `disk`: it could not be written. `refused`: results are denied.
 */
export type PauseReason = 'busy' | 'unreachable' | 'broken' | 'failing' | 'unreadable' | 'lost' | 'disk' | 'refused';

export const networkReasons: readonly PauseReason[] = ['unreachable', 'broken', 'lost'];

export interface PauseRequest {
  readonly reason: PauseReason;
  /** All requests, or only those of the failed kind. */
  readonly scope: 'profile' | 'kind';
  /** Consecutive failures before a pause; a single one may be the photograph's. */
  readonly threshold: number;
  /** Whether the next upload waits for the free probe. */
  readonly needsProbe: boolean;
}

const maxConsecutiveFailures = 3;

export function pauseForFailure(failure: ServiceFailure, kind: RequestKind): PauseRequest | null {
  const isNetwork = failure.subject === 'network';
  // Results may be on another host.
  const scope = kind === 'download' && isNetwork ? 'kind' : 'profile';
  const defaults = { scope, threshold: 1, needsProbe: false } as const;
  switch (failure.kind) {
    case 'wait':
      return { ...defaults, reason: isNetwork ? 'unreachable' : 'busy' };
    case 'retry':
      if (failure.subject === 'disk') return null;
      if (failure.code.startsWith('ANSWER_')) return { ...defaults, reason: 'unreadable', scope: 'kind' };
      if (isNetwork) return { ...defaults, reason: 'broken' };
      return { ...defaults, reason: 'failing', scope: 'kind', threshold: maxConsecutiveFailures };
    case 'uncertain':
      return { ...defaults, reason: reasonOfUncertain(failure), scope: 'kind', needsProbe: kind === 'upload' };
    case 'credits':
    case 'auth': {
      // Other requests stop the profile. A download needs neither key nor credits.
      if (kind !== 'download') return null;
      return {
        ...defaults,
        reason: 'refused',
        scope: 'kind',
        threshold: failure.httpStatus === undefined ? 1 : maxConsecutiveFailures,
      };
    }
    case 'fatal':
      return null;
    default:
      return failure.kind satisfies never;
  }
}

function reasonOfUncertain({ subject, httpStatus }: ServiceFailure): PauseReason {
  if (subject === 'disk') return 'disk';
  return httpStatus === undefined ? 'lost' : 'unreadable';
}

/** Statuses of proxies (407) and captive portals (511). */
const intermediaryStatuses: readonly number[] = [407, 511];

/** Whether the service itself responded, not a proxy or login page. */
export function isFromService({ httpStatus, subject }: ServiceFailure): boolean {
  return httpStatus !== undefined && subject !== 'network' && !intermediaryStatuses.includes(httpStatus);
}

/** Whether a download was denied, apparently for good. The result still exists for 24 hours. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || !isFromService(error)) return false;
  return error.kind === 'fatal' || error.kind === 'auth' || error.kind === 'credits';
}
