/** Free requests about a service: its credits, its operations, and "Test connection". */
import { isDeepStrictEqual } from 'node:util';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type OperationId, operationIds } from '../../../contract/operations/operation-spec.ts';
import type { ConnectionReport } from '../../../contract/services/profile.ts';
import { type Fields, fieldsOf, numberOf } from '../errors/envelope.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import { parseBaseUrl } from './address.ts';
import { detectTaskQuery } from './detect-task-query.ts';
import { type ClientProfile, requestSuccess, type Service, serviceOf } from './json-request.ts';
import { type TaskQueryRequest, taskQueryRequest } from './task-query-request.ts';

/** Open points, "Credits"; `health` is an extension of the built-in engine. */
const creditsPath = '/api/common/query-credits';
const healthPath = '/health';

export interface Credits {
  /** Infinity if requests are free. */
  readonly balance: number;
  /** Credits ever bought, if reported. */
  readonly total: number | null;
}

/** @throws ServiceFailure; code `CREDITS_UNKNOWN` if the response has no balance */
export async function queryCredits(service: Service, signal?: AbortSignal): Promise<Credits> {
  const response = await requestSuccess(service, {
    method: 'GET',
    path: creditsPath,
    purpose: 'other',
    scratch: null,
    signal,
  });
  const credits = parseCredits(response.envelope.body);
  if (credits !== null) return credits;
  throw new ServiceFailure({
    kind: 'fatal',
    code: 'CREDITS_UNKNOWN',
    subject: 'service',
    advice: 'none',
    ids: response.envelope.ids,
    sentence: msg('service.credits.unknown'),
  });
}

/** Reads the balance at top level, in `data`, or of all accounts in `data`. */
export function parseCredits(body: unknown): Credits | null {
  const { data, ...top } = fieldsOf(body);
  const accounts = (Array.isArray(data) ? data : [data, top])
    .map(fieldsOf)
    .filter((account) => numberOf(account.balance) !== null);
  if (accounts.length === 0) return null;
  if (accounts.some((account) => account.unlimited === true)) return { balance: Number.POSITIVE_INFINITY, total: null };
  const totals = accounts.map((account) => numberOf(account.total));
  return {
    balance: accounts.reduce((sum, account) => sum + (numberOf(account.balance) ?? 0), 0),
    total: totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
  };
}

/**
 * Returns null for remote services, which have no list of operations.
 * @throws ServiceFailure if the service is unavailable
 */
export async function queryOperations(
  service: Service,
  signal?: AbortSignal,
): Promise<ReadonlySet<OperationId> | null> {
  try {
    const { envelope } = await requestSuccess(service, {
      method: 'GET',
      path: healthPath,
      purpose: 'other',
      scratch: null,
      signal,
    });
    const { implemented } = fieldsOf(envelope.body.data);
    return Array.isArray(implemented) ? new Set(operationIds.filter((id) => implemented.includes(id))) : null;
  } catch (error) {
    // A remote service rejects only this request.
    if (error instanceof ServiceFailure && error.httpStatus !== undefined && error.httpStatus < 500) return null;
    throw error;
  }
}

/** Tests a profile free of charge. Rejects only with the signal's reason. */
export async function testConnection(profile: ClientProfile, signal?: AbortSignal): Promise<ConnectionReport> {
  const address = parseBaseUrl(profile.baseUrl);
  const warnings = address.ok && address.warning !== null ? [address.warning] : [];
  const { first, second, roundTripMs } = await probeService(profile, signal);
  const report = (part: Partial<ConnectionReport>, ...findings: MessageDescriptor[]): ConnectionReport => ({
    ok: false,
    reachable: true,
    keyAccepted: null,
    credits: null,
    roundTripMs,
    otherTaskQuery: null,
    ...part,
    findings: [...findings, ...warnings],
  });
  const respondedMessage = msg('service.test.answered', { time: roundTripMs });
  const header = profile.keyHeader;
  switch (second.kind) {
    case 'responded': {
      const credits = first.kind === 'responded' ? parseCredits(first.body) : null;
      const balance: ConnectionReport['credits'] =
        credits === null ? 'unreported' : Number.isFinite(credits.balance) ? credits.balance : 'unlimited';
      const accepted = msg('service.test.keyAccepted', { header });
      const { finding, otherTaskQuery } = await reportTaskQuery(profile, signal);
      const result = { ok: true, keyAccepted: true, credits: balance, otherTaskQuery };
      return report(result, respondedMessage, accepted, creditsMessage(credits), finding);
    }
    case 'no-credits':
      return report({ ok: true, keyAccepted: true, credits: 0 }, respondedMessage, second.sentence);
    case 'rejected':
      return report({ keyAccepted: false }, respondedMessage, second.sentence, msg('service.test.keySent', { header }));
    case 'unavailable':
      return report({}, respondedMessage, second.sentence);
    case 'other': {
      const { finding, otherTaskQuery } = await reportTaskQuery(profile, signal);
      return otherTaskQuery === null
        ? report({}, respondedMessage, msg('service.test.another'))
        : report(
            { ok: true, keyAccepted: true, credits: 'unreported', otherTaskQuery },
            respondedMessage,
            creditsMessage(null),
            finding,
          );
    }
    case 'unreachable':
      return report({ reachable: false, roundTripMs: null }, second.sentence);
    default:
      return second satisfies never;
  }
}

/** Returns the form of task query that the service understands, if it is not the profile's. */
async function reportTaskQuery(profile: ClientProfile, signal: AbortSignal | undefined) {
  const service = serviceOf(profile);
  const { query, finding } = await detectTaskQuery(service, signal);
  return { finding, otherTaskQuery: isDeepStrictEqual(query, service.taskQuery) ? null : query };
}

/**
 * Resolves if an image service responds.
 * @throws ServiceFailure (`ANSWER_OF_ANOTHER` if something else responded), or the signal's reason
 */
export async function ping(profile: ClientProfile, signal?: AbortSignal): Promise<void> {
  const { second } = await probeService(profile, signal);
  switch (second.kind) {
    case 'responded':
    case 'no-credits':
      return;
    case 'other':
      throw new ServiceFailure({
        kind: 'retry',
        code: 'ANSWER_OF_ANOTHER',
        subject: 'service',
        advice: 'open-services',
        sentence: msg('service.address.another'),
      });
    default:
      throw second.failure;
  }
}

/** Queries the credits or else a task that does not exist. Rejects only with the signal's reason. */
async function probeService(profile: ClientProfile, signal: AbortSignal | undefined) {
  const startedAt = performance.now();
  const first = await probe(profile, () => ({ method: 'GET', path: creditsPath }), signal);
  const roundTripMs = Math.round(performance.now() - startedAt);
  // Not every service reports credits.
  const second = first.kind === 'other' ? await probe(profile, unknownTask, signal) : first;
  return { first, second, roundTripMs };
}

const unknownTask = ({ taskQuery, key }: Service) => taskQueryRequest(taskQuery, 'connection-test', key);

type Probe =
  | { readonly kind: 'responded'; readonly body: unknown }
  | {
      readonly kind: 'no-credits' | 'rejected' | 'unavailable' | 'unreachable';
      readonly sentence: MessageDescriptor;
      readonly failure: ServiceFailure;
    }
  /** Something responded, but not as an image service. */
  | { readonly kind: 'other' };

async function probe(
  profile: ClientProfile,
  requestOf: (service: Service) => TaskQueryRequest | null,
  signal: AbortSignal | undefined,
): Promise<Probe> {
  let path: string | undefined;
  try {
    const service = serviceOf(profile);
    const request = requestOf(service);
    if (request === null) return { kind: 'other' };
    path = request.path;
    const { envelope } = await requestSuccess(service, {
      ...request,
      purpose: 'other',
      scratch: null,
      signal,
    });
    return isEnvelope(envelope.body) ? { kind: 'responded', body: envelope.body } : { kind: 'other' };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const details = { sentence: error.sentence, failure: error };
    if (error.httpStatus === undefined) return { kind: 'unreachable', ...details };
    // A key may allow operations, but not queries of the account.
    if (error.code === 'HTTP_403' && path === creditsPath) return { kind: 'other' };
    if (error.kind === 'credits') return { kind: 'no-credits', ...details };
    if (error.kind === 'auth') return { kind: error.httpStatus < 400 ? 'unavailable' : 'rejected', ...details };
    if (error.httpStatus === 429 || error.httpStatus >= 500) return { kind: 'unavailable', ...details };
    const isTaskQuery = path !== creditsPath;
    return isTaskQuery && (error.requestId !== null || !/^(HTTP|ANSWER)_/.test(error.code))
      ? { kind: 'responded', body: null }
      : { kind: 'other' };
  }
}

function isEnvelope(body: Fields): boolean {
  return 'request_id' in body || 'error_detail' in body || 'error_code' in body || 'data' in body;
}

function creditsMessage(credits: Credits | null): MessageDescriptor {
  if (credits === null) return msg('service.test.creditsUnknown');
  if (!Number.isFinite(credits.balance)) return msg('service.test.creditsFree');
  return msg('service.test.credits', { count: credits.balance });
}
