/** Faults of a service, a proxy or the network, as data. misbehave.ts carries them out. */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { type ErrorCode, errorCodeNames, errorCodes } from './error-codes.ts';

/** A moment of a request: headers, half of the body or all of it read; head or half of the body of the response sent. */
export type Moment = 'headers' | 'half' | 'whole' | 'head' | 'body';

/** Ages of the response envelope; the older one also came with HTTP 200 and the real status inside. */
export const ages = ['new', 'old', 'old in 200'] as const;
export type Age = (typeof ages)[number];

export type Fault =
  /** The connection ends, or (`silence`) stays open without data. */
  | {
      readonly kind: 'break';
      readonly at: Moment;
      readonly how: 'reset' | 'close' | 'silence';
      readonly charged: boolean;
    }
  /** The response arrives in pieces with pauses. */
  | { readonly kind: 'drip' }
  /** The connection closes after the response, despite keep-alive. */
  | { readonly kind: 'drop-after' }
  /** The JSON is cut off, with a matching length. */
  | { readonly kind: 'cut-json' }
  /** The JSON has additional megabytes. */
  | { readonly kind: 'huge'; readonly megabytes: number }
  /** Another response. `unclear`: it leaves the charge uncertain. */
  | {
      readonly kind: 'answer';
      readonly name: string;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly type: string;
      readonly body: string;
      readonly charged: boolean;
      readonly unclear: boolean;
      /** Whether the service rejects the request for good, without a charge. */
      readonly isFinal: boolean;
    }
  /** A success without a result, or with an invalid one. */
  | { readonly kind: 'no-result' }
  | { readonly kind: 'no-image' }
  /** The task id of another upload. */
  | { readonly kind: 'same-task' }
  /** A damaged or wrong result file. */
  | {
      readonly kind: 'file';
      readonly what: 'empty' | 'cut' | 'cut-unmeasured' | 'text' | 'noise' | 'pdf' | 'half-size';
    }
  | { readonly kind: 'redirect'; readonly to: 'result' | 'circle' | 'nowhere' };

/** Outcome of a task. */
export type TaskFate = { readonly queries: number } | 'fails' | 'never-ends' | 'vanishes';

const html =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Welcome to the hotel</h1></body></html>';

export const retryAfters = ['0', '1', '7', '-5', 'past', 'soon', '100000000', 'year-9999', 'nonsense', ''] as const;

/** Returns the header; `now` is in ms of fast time. */
function retryAfter(kind: (typeof retryAfters)[number], now: number): Record<string, string> {
  const date = (ms: number) => new Date(ms).toUTCString();
  switch (kind) {
    case 'past':
      return { 'retry-after': date(now - 3_600_000) };
    case 'soon':
      return { 'retry-after': date(now + 9000) };
    case 'year-9999':
      return { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' };
    case '':
      return {};
    default:
      return { 'retry-after': kind };
  }
}

const ids = { request_id: 'request-1', log_id: 'log-1' };
const detailOf = (code: string) => ({
  code,
  code_message: code.toLowerCase(),
  message: `The service says ${code}.`,
});

/** Returns an error in the envelope of the service. */
export function refusal(code: ErrorCode, age: Age, headers: Readonly<Record<string, string>> = {}): Fault {
  const [status, before] = errorCodes[code];
  const old = before ?? status;
  const detail = detailOf(code);
  const oldBody = { ...ids, error_code: old, error_msg: detail.message, error_detail: { status_code: old, ...detail } };
  const body = age === 'new' ? { ...ids, error_detail: detail } : oldBody;
  return {
    kind: 'answer',
    charged: false,
    unclear: false,
    isFinal: (status < 500 && status !== 401 && status !== 429) || /TOO_LARGE|NOT_SUPPORTED/.test(code),
    name: `${code} (${age})`,
    status: age === 'new' ? status : age === 'old' ? old : 200,
    headers,
    type: 'application/json',
    body: JSON.stringify(body),
  };
}

/** Returns the response of a proxy or gateway. */
export function page(
  status: number,
  content: 'html' | 'nothing' | 'word',
  more: { headers?: Record<string, string>; charged?: boolean } = {},
): Fault {
  // A gateway sends 429 and 503 before it forwards a request; other pages may follow a charge.
  const unclear = status < 300 || (status >= 500 && status !== 503);
  return {
    kind: 'answer',
    name: `${content} with ${status}`,
    status,
    headers: more.headers ?? {},
    type: content === 'html' ? 'text/html; charset=utf-8' : 'text/plain',
    body: content === 'html' ? html : content === 'word' ? 'Bad gateway' : '',
    charged: unclear && more.charged === true,
    isFinal: false,
    unclear,
  };
}

const queryErrors = [400, 404, 405, 406, 409, 413, 414, 415, 431, 451, 501, 200] as const;

/** Picks an error of a query that leaves its task unchanged. */
export function pickQueryError(chance: SeededRandom): Fault {
  const status = chance.pick(queryErrors);
  if (status !== 200 && chance.chance(0.3)) return page(status, chance.pick(['html', 'nothing']));
  const known = errorCodeNames.filter((name) => errorCodes[name][0] === status);
  const code = known.length > 0 && chance.chance(0.5) ? chance.pick(known) : `CODE_OF_TOMORROW_${status}`;
  return {
    kind: 'answer',
    name: `${code} with ${status}`,
    ...{ status, headers: {}, type: 'application/json', charged: false, unclear: false, isFinal: false },
    body: JSON.stringify({ ...ids, error_detail: detailOf(code) }),
  };
}

/** Returns a rate limit error, with or without the envelope. */
export function slowDown(chance: SeededRandom, now: number, kinds: readonly (typeof retryAfters)[number][]): Fault {
  const headers = retryAfter(chance.pick(kinds), now);
  switch (chance.below(4)) {
    case 0:
      return page(429, 'nothing', { headers });
    case 1:
      return page(503, 'html', { headers });
    case 2:
      return refusal('AI_SERVICE_FLOW_RESTRICTION', chance.pick(ages), headers);
    default:
      return refusal('EXCEEDING_LIMITS', chance.pick(ages), headers);
  }
}

const moments = ['headers', 'half', 'whole', 'head', 'body'] as const;

export function pickBreak(
  chance: SeededRandom,
  how: readonly ('reset' | 'close' | 'silence')[] = ['reset', 'reset', 'close'],
): Fault {
  const at = chance.pick(moments);
  const canCharge = at === 'whole' || at === 'head' || at === 'body';
  return { kind: 'break', at, how: chance.pick(how), charged: canCharge && chance.chance(0.6) };
}

/** Returns the name of a fault for the ledger. */
export function faultName(fault: Fault): string {
  switch (fault.kind) {
    case 'break':
      return `${fault.how} at ${fault.at}`;
    case 'answer':
      return fault.name;
    case 'file':
      return `file: ${fault.what}`;
    case 'redirect':
      return `redirect: ${fault.to}`;
    default:
      return fault.kind;
  }
}

/** Whether a complete upload is charged. */
export function isCharged(fault: Fault | null): boolean {
  switch (fault?.kind) {
    case 'answer':
      return fault.charged;
    case 'break':
      // A response was already started.
      return fault.charged || fault.at !== 'whole';
    default:
      return true;
  }
}

/** Whether the response leaves the charge of an upload uncertain. */
export function isChargeUncertain(fault: Fault | null): boolean {
  switch (fault?.kind) {
    case 'answer':
      return fault.unclear;
    case 'break':
    case 'cut-json':
    case 'no-result':
    case 'no-image':
      return true;
    case 'huge':
      return fault.megabytes > 16;
    default:
      return false;
  }
}
