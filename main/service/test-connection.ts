/** What a service says about itself: credits, offered operations, and the findings of "Test connection". */
import { isDeepStrictEqual } from 'node:util';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { type OperationId, operationIds } from '../../contract/operations/operation-spec.ts';
import type { ConnectionReport } from '../../contract/services/profile.ts';
import { readBaseUrl } from './address.ts';
import { detectTaskQuery } from './detect-task-query.ts';
import { type Fields, fieldsOf, numberOf } from './errors/envelope.ts';
import { type ClientProfile, requestSuccess, type Service, serviceOf } from './json-request.ts';
import { ServiceFailure } from './service-failure.ts';
import { type TaskQueryRequest, taskQueryRequest } from './task-query-request.ts';

/** Paths beside the operations; that of a task is the profile's. Open points, "Credits"; `health` is an extension of the built-in engine. */
const creditsPath = '/api/common/query-credits';
const healthPath = '/health';

export interface Credits {
  /** Credits left; Infinity where calls cost nothing. */
  readonly balance: number;
  /** Credits ever bought, where the service says so. */
  readonly total: number | null;
}

/** Asks for the credits left. Throws ServiceFailure; code `CREDITS_UNKNOWN` when the service answers without a balance. */
export async function queryCredits(service: Service, signal?: AbortSignal): Promise<Credits> {
  const answer = await requestSuccess(service, {
    method: 'GET',
    path: creditsPath,
    purpose: 'other',
    scratch: null,
    signal,
  });
  const credits = parseCredits(answer.envelope.body);
  if (credits !== null) return credits;
  throw new ServiceFailure({
    kind: 'fatal',
    code: 'CREDITS_UNKNOWN',
    subject: 'service',
    advice: 'none',
    ids: answer.envelope.ids,
    sentence: msg('service.credits.unknown'),
  });
}

/** The balance in an answer: at top level, in `data`, or summed over the accounts listed in `data`. */
export function parseCredits(body: unknown): Credits | null {
  const { data, ...top } = fieldsOf(body);
  const accounts = (Array.isArray(data) ? data : [data, top])
    .map(fieldsOf)
    .filter((each) => numberOf(each.balance) !== null);
  if (accounts.length === 0) return null;
  if (accounts.some((each) => each.unlimited === true)) return { balance: Number.POSITIVE_INFINITY, total: null };
  const totals = accounts.map((each) => numberOf(each.total));
  return {
    balance: accounts.reduce((sum, each) => sum + (numberOf(each.balance) ?? 0), 0),
    total: totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
  };
}

/** The operations the service lists; null when it has no such list (a remote service). Throws ServiceFailure when it cannot be asked. */
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
    // A service that answers, only not this question, is a remote one.
    if (error instanceof ServiceFailure && error.httpStatus !== undefined && error.httpStatus < 500) return null;
    throw error;
  }
}

/**
 * Tries a profile out free of charge: queries the credits, and tasks that do not exist in the form the profile describes and,
 * if the service does not understand that one, in a few others.
 * Rejects only with the signal's reason.
 */
export async function testConnection(profile: ClientProfile, signal?: AbortSignal): Promise<ConnectionReport> {
  const address = readBaseUrl(profile.baseUrl);
  const warnings = address.ok && address.warning !== null ? [address.warning] : [];
  const { first, second, roundTripMs } = await probeBoth(profile, signal);
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
  const reached = msg('service.test.answered', { time: roundTripMs });
  const header = profile.keyHeader;
  switch (second.kind) {
    case 'answered': {
      const credits = first.kind === 'answered' ? parseCredits(first.body) : null;
      const balance = credits !== null && Number.isFinite(credits.balance) ? credits.balance : null;
      const accepted = msg('service.test.keyAccepted', { header });
      const { finding, otherTaskQuery } = await taskQueryReport(profile, signal);
      const result = { ok: true, keyAccepted: true, credits: balance, otherTaskQuery };
      return report(result, reached, accepted, creditsSentence(credits), finding);
    }
    case 'no-credits':
      return report({ ok: true, keyAccepted: true, credits: 0 }, reached, second.sentence);
    case 'refused':
      return report({ keyAccepted: false }, reached, second.sentence, msg('service.test.keySent', { header }));
    case 'trouble':
      return report({}, reached, second.sentence);
    case 'other': {
      const { finding, otherTaskQuery } = await taskQueryReport(profile, signal);
      return otherTaskQuery === null
        ? report({}, reached, msg('service.test.another'))
        : report({ ok: true, keyAccepted: true, otherTaskQuery }, reached, creditsSentence(null), finding);
    }
    case 'unreachable':
      return report({ reachable: false, roundTripMs: null }, second.sentence);
    default:
      return second satisfies never;
  }
}

/** Reports the form of task query that the service understands, and returns it if it isn't the profile's. */
async function taskQueryReport(profile: ClientProfile, signal: AbortSignal | undefined) {
  const service = serviceOf(profile);
  const { query, finding } = await detectTaskQuery(service, signal);
  return { finding, otherTaskQuery: isDeepStrictEqual(query, service.taskQuery) ? null : query };
}

/**
 * Asks something free and resolves when it was answered as an image service answers. Throws ServiceFailure: why it was not
 * (code `ANSWER_OF_ANOTHER` when something else answers), or what is the matter with the key; or the signal's reason.
 */
export async function ping(profile: ClientProfile, signal?: AbortSignal): Promise<void> {
  const { second } = await probeBoth(profile, signal);
  switch (second.kind) {
    case 'answered':
    // Without credits it is an image service all the same.
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

/** Asks for the credits and, where a service has no such question, for a task that does not exist. Rejects only with the signal's reason. */
async function probeBoth(profile: ClientProfile, signal: AbortSignal | undefined) {
  const began = performance.now();
  const first = await probe(profile, () => ({ method: 'GET', path: creditsPath }), signal);
  const roundTripMs = Math.round(performance.now() - began);
  // Not every service tells its credits; every service must know what a task is.
  const second = first.kind === 'other' ? await probe(profile, unknownTask, signal) : first;
  return { first, second, roundTripMs };
}

const unknownTask = ({ taskQuery, key }: Service) => taskQueryRequest(taskQuery, 'connection-test', key);

type Probe =
  /** As the interface says, with success or with a failure that is not about the key. */
  | { readonly kind: 'answered'; readonly body: unknown }
  | {
      readonly kind: 'no-credits' | 'refused' | 'trouble' | 'unreachable';
      readonly sentence: MessageDescriptor;
      readonly failure: ServiceFailure;
    }
  /** Something answers, though not to this question. */
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
    return isEnvelope(envelope.body) ? { kind: 'answered', body: envelope.body } : { kind: 'other' };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const details = { sentence: error.sentence, failure: error };
    if (error.httpStatus === undefined) return { kind: 'unreachable', ...details };
    // A key may be good for operations and still not for asking about the account.
    if (error.code === 'HTTP_403' && path === creditsPath) return { kind: 'other' };
    if (error.kind === 'credits') return { kind: 'no-credits', ...details };
    if (error.kind === 'auth') return { kind: error.httpStatus < 400 ? 'trouble' : 'refused', ...details };
    if (error.httpStatus === 429 || error.httpStatus >= 500) return { kind: 'trouble', ...details };
    const isTaskQuery = path !== creditsPath;
    return isTaskQuery && (error.requestId !== null || !/^(HTTP|ANSWER)_/.test(error.code))
      ? { kind: 'answered', body: null }
      : { kind: 'other' };
  }
}

function isEnvelope(body: Fields): boolean {
  return 'request_id' in body || 'error_detail' in body || 'error_code' in body || 'data' in body;
}

function creditsSentence(credits: Credits | null): MessageDescriptor {
  if (credits === null) return msg('service.test.creditsUnknown');
  if (!Number.isFinite(credits.balance)) return msg('service.test.creditsFree');
  return msg('service.test.credits', { count: credits.balance });
}
