/** Which failures hold which requests back, and what the screen says meanwhile. */
import { ServiceFailure } from '../service-failure.ts';

/** What a service is asked: an upload may cost credits; a query asks for a task; a download fetches a result. */
export type RequestKind = 'upload' | 'query' | 'download';
export const requestKinds: readonly RequestKind[] = ['upload', 'query', 'download'];

/**
 * Why requests are held back: the service asked for it (`busy`); there is no connection (`unreachable`), or it broke off
 * (`broken`); the service fails at everything (`failing`); what it answers cannot be read (`unreadable`), or never came back
 * (`lost`), or could not be written to disk here (`disk`); results are not given out (`refused`).
 */
export type PauseReason = 'busy' | 'unreachable' | 'broken' | 'failing' | 'unreadable' | 'lost' | 'disk' | 'refused';

/** Reasons that may lie in this computer's own network. */
export const networkReasons: readonly PauseReason[] = ['unreachable', 'broken', 'lost'];

export interface PauseRequest {
  readonly reason: PauseReason;
  /** All requests to the profile, or only those of the kind that failed. */
  readonly scope: 'profile' | 'kind';
  /** How often in a row it has to happen: one photograph's own trouble is not the service's. */
  readonly times: number;
  /** The next upload may go only after something free was answered. */
  readonly askFirst: boolean;
}

const faultsInARow = 3;

/** What `failure` of a request of this kind does to those after it; null = nothing. */
export function pauseForFailure(failure: ServiceFailure, kind: RequestKind): PauseRequest | null {
  const isNetwork = failure.subject === 'network';
  // Results may lie on another host, whose trouble is not the service's.
  const scope = kind === 'download' && isNetwork ? 'kind' : 'profile';
  const braking = { scope, times: 1, askFirst: false } as const;
  switch (failure.kind) {
    case 'wait':
      return { ...braking, reason: isNetwork ? 'unreachable' : 'busy' };
    case 'retry':
      if (failure.subject === 'disk') return null;
      if (failure.code.startsWith('ANSWER_')) return { ...braking, reason: 'unreadable', scope: 'kind' };
      if (isNetwork) return { ...braking, reason: 'broken' };
      return { ...braking, reason: 'failing', scope: 'kind', times: faultsInARow };
    case 'uncertain':
      return { ...braking, reason: reasonOfUncertain(failure), scope: 'kind', askFirst: kind === 'upload' };
    case 'credits':
    case 'auth': {
      // The profile is stopped for it; but a download needs neither: something on the way to the results is not as it should be.
      if (kind !== 'download') return null;
      return {
        ...braking,
        reason: 'refused',
        scope: 'kind',
        times: failure.httpStatus === undefined ? 1 : faultsInARow,
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

/** A proxy, and a network that one has to log in to, say so for themselves. */
const statusesOfNetworks: readonly number[] = [407, 511];

/** True when the service itself has answered, as far as that can be told: not a proxy or a login page, and not nothing. */
export function isFromService({ httpStatus, subject }: ServiceFailure): boolean {
  return httpStatus !== undefined && subject !== 'network' && !statusesOfNetworks.includes(httpStatus);
}

/** True for a download that was answered with no, for good as it seems. The result is there all the same, for 24 hours. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || !isFromService(error)) return false;
  return error.kind === 'fatal' || error.kind === 'auth' || error.kind === 'credits';
}
