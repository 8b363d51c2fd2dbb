/** What a service, or what stands between it and the customer, can do wrong: as plain data. misbehave.ts carries it out. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { type ErrorCode, errorCodeNames, errorCodes } from './error-codes.ts';

/** Where in an exchange: headers read; half of the body read; all read; head of the answer sent; half of its body sent. */
export type Moment = 'headers' | 'half' | 'whole' | 'head' | 'body';

/** The age of the envelope around an answer; the older one also came with HTTP 200 and the real status inside. */
export const ages = ['new', 'old', 'old in 200'] as const;
export type Age = (typeof ages)[number];

export type Fault =
  /** The connection ends; `silence` = it stays, and nothing comes any more. */
  | {
      readonly kind: 'break';
      readonly at: Moment;
      readonly how: 'reset' | 'close' | 'silence';
      readonly charged: boolean;
    }
  /** The right answer, piece by piece with pauses. */
  | { readonly kind: 'drip' }
  /** The right answer, after which the connection is closed although it was to be kept. */
  | { readonly kind: 'drop-after' }
  /** The right answer's JSON, cut off, as if that were all of it. */
  | { readonly kind: 'cut-json' }
  /** The right answer with so many MB of something else in it. */
  | { readonly kind: 'huge'; readonly megabytes: number }
  /** Another answer. `unclear`: a sender cannot tell whether the request was charged. */
  | {
      readonly kind: 'answer';
      readonly name: string;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly type: string;
      readonly body: string;
      readonly charged: boolean;
      readonly unclear: boolean;
      /** The service's own last word on the matter, so that it costs nothing. */
      readonly isFinal: boolean;
    }
  /** A success without a result, or with one that is none. */
  | { readonly kind: 'no-result' }
  | { readonly kind: 'no-image' }
  /** The identifier of a task that another upload was given. */
  | { readonly kind: 'same-task' }
  /** Of a result's file. */
  | {
      readonly kind: 'file';
      readonly what: 'empty' | 'cut' | 'cut-unmeasured' | 'text' | 'noise' | 'pdf' | 'half-size';
    }
  | { readonly kind: 'redirect'; readonly to: 'result' | 'circle' | 'nowhere' };

/** What becomes of a task, decided when it is made. */
export type TaskFate = { readonly queries: number } | 'fails' | 'never-ends' | 'vanishes';

const html =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Welcome to the hotel</h1></body></html>';

export const retryAfters = ['0', '1', '7', '-5', 'past', 'soon', '100000000', 'year-9999', 'nonsense', ''] as const;

/** The header of a kind in `retryAfters`; dates by the fast clock's `now`. */
export function retryAfter(kind: (typeof retryAfters)[number], now: number): Record<string, string> {
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

/** A refusal in the service's own envelope. */
export function refusal(code: ErrorCode, age: Age, headers: Readonly<Record<string, string>> = {}): Fault {
  const [status, before] = errorCodes[code];
  const old = before ?? status;
  const detail = { code, code_message: code.toLowerCase(), message: `The service says ${code}.` };
  const body =
    age === 'new'
      ? { request_id: 'request-1', log_id: 'log-1', error_detail: detail }
      : {
          request_id: 'request-1',
          log_id: 'log-1',
          error_code: old,
          error_msg: detail.message,
          error_detail: { status_code: old, ...detail },
        };
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

/** A page or nothing at all, with any status: what proxies and gateways answer. */
export function page(
  status: number,
  content: 'html' | 'nothing' | 'word',
  more: { headers?: Record<string, string>; charged?: boolean } = {},
): Fault {
  // 429 and 503 come from before the service; anything else that is not the service's own word may come from behind it.
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

/** Faults of a query whose task is well: any status, and a success with an unknown code. */
export const queryErrors = [400, 404, 405, 406, 409, 413, 414, 415, 431, 451, 501, 200] as const;

/** Such an answer, in the service's envelope or as the page of something in between. It says nothing of the task. */
export function queryError(chance: SeededRandom): Fault {
  const status = chance.pick(queryErrors);
  if (status !== 200 && chance.chance(0.3)) return page(status, chance.pick(['html', 'nothing']));
  const known = errorCodeNames.filter((name) => errorCodes[name][0] === status);
  const code = known.length > 0 && chance.chance(0.5) ? chance.pick(known) : `CODE_OF_TOMORROW_${status}`;
  const detail = { code, code_message: code.toLowerCase(), message: `The service says ${code}.` };
  return {
    kind: 'answer',
    name: `${code} with ${status}`,
    ...{ status, headers: {}, type: 'application/json', charged: false, unclear: false, isFinal: false },
    body: JSON.stringify({ request_id: 'request-1', log_id: 'log-1', error_detail: detail }),
  };
}

/** "Slow down", with or without the service's envelope. */
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

export function aBreak(
  chance: SeededRandom,
  how: readonly ('reset' | 'close' | 'silence')[] = ['reset', 'reset', 'close'],
): Fault {
  const at = chance.pick(moments);
  const mayBeCharged = at === 'whole' || at === 'head' || at === 'body';
  return { kind: 'break', at, how: chance.pick(how), charged: mayBeCharged && chance.chance(0.6) };
}

/** What is wrong with it, in a word, for the ledger. */
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

/** Whether an upload that arrived whole costs its price. */
export function isCharged(fault: Fault | null): boolean {
  switch (fault?.kind) {
    case 'answer':
      return fault.charged;
    case 'break':
      // What has an answer was taken in.
      return fault.charged || fault.at !== 'whole';
    default:
      return true;
  }
}

/** True where a sender cannot tell from what comes back whether the upload was charged. */
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
