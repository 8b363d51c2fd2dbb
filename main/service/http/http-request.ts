/** Carries out one HTTP request and says exactly how far it came when it breaks. */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import got from 'got';
import { type AddressScope, createScopedLookup, type Resolve, scopeOfAddress, scopeOfHost } from './address-scope.ts';
import { environmentRoutes, ProxyUnsupported, type Route, type Routes } from './network/http-agents.ts';
import { IdleTimeout, TransferDeadline } from './transfer-timeouts.ts';

/** All in ms. */
export interface Timeouts {
  readonly lookup: number;
  readonly connect: number;
  readonly secureConnect: number;
  /** Longest time without a byte of the upload leaving. */
  readonly sendStall: number;
  /** From the end of the upload to the first byte of the answer. */
  readonly response: number;
  /** Longest time without a byte of the answer. */
  readonly readStall: number;
  /** Sending and reading may each take so long and, beyond it, as long as a very slow line needs for what is through (transfer-timeouts.ts). */
  readonly grace: number;
}

export const defaultTimeouts: Timeouts = {
  lookup: 10_000,
  connect: 10_000,
  secureConnect: 15_000,
  sendStall: 30_000,
  response: 120_000,
  readStall: 30_000,
  grace: 300_000,
};

/** How far a request had come: no byte of it sent; body on its way; body sent whole; answer begun. */
export type Phase = 'connecting' | 'sending' | 'waiting' | 'reading';

/** A request that ended without a whole answer. Holds no header and no address. */
export class RequestInterrupted extends Error {
  override readonly name = 'RequestInterrupted';
  readonly phase: Phase;
  /** Node's code (ECONNRESET …), `STALLED`, `TOO_SLOW`, or `TIMEOUT`; of a proxy also `PROXY_REFUSED` and `PROXY_UNSUPPORTED`. */
  readonly code: string;
  /** The proxy on the way (host and port), while it was not yet behind us: it is what the code is about. */
  readonly proxy: { readonly name: string; readonly status?: number | undefined } | null;
  /** Where the answer had begun. */
  readonly reply: ResponseHead | undefined;
  /** It broke before the answer, on a connection that had served another request before. */
  readonly wasReused: boolean;

  constructor(
    phase: Phase,
    code: string,
    more: { reply?: ResponseHead | undefined; wasReused?: boolean; proxy?: RequestInterrupted['proxy'] } = {},
  ) {
    super(`${code} while ${phase}`);
    this.proxy = more.proxy ?? null;
    this.phase = phase;
    this.code = code;
    this.reply = more.reply;
    this.wasReused = more.wasReused ?? false;
  }
}

export interface RequestBody {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes. */
  readonly length: number;
  /** The reason why the body itself could not be read, if that is what went wrong. */
  fault(): Error | null;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /**
   * Whether the request may use a connection kept open from before, and is sent once more if that one breaks. The service may
   * then receive it twice. Never true for a POST.
   */
  readonly canRepeat: boolean;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly timeouts: Timeouts;
  /** Default: as the environment says. */
  readonly routes?: Routes | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * How far the service reaches that named `url`: it is connected to only where that service may send us. Absent for the service
   * itself, which the user has named. A number in `url` is judged by the caller (`resultAddress`).
   */
  readonly namedFrom?: AddressScope | undefined;
  readonly resolve?: Resolve | undefined;
  /** Share of the body that has been handed to the network, 0 to 1. */
  readonly onUpload?: ((fraction: number) => void) | undefined;
  /** From here on the service may have taken the request in. */
  readonly onBodySent?: (() => void) | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body (if there is any) had left when the answer began: the service may have taken the request in. */
  readonly bodySent: boolean;
  /** Of whoever answered, as it was connected to. */
  readonly reach: AddressScope;
}

export interface HttpResponse extends ResponseHead {
  /** The body; throws RequestInterrupted when it breaks off. May be left unread. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Sends `ask` and gives the reply to `read`, whose value it returns. No redirects, no retries.
 * Throws RequestInterrupted, what `read` throws, the body's own fault, or the signal's reason once it has fired.
 */
export async function sendRequest<T>(ask: HttpRequest, read: (reply: HttpResponse) => Promise<T>): Promise<T> {
  try {
    return await attempt(ask, read, ask.canRepeat);
  } catch (error) {
    // The service had closed a connection that was kept open from before; that says nothing about this request.
    if (error instanceof RequestInterrupted && error.wasReused) return attempt(ask, read, false);
    throw error;
  }
}

async function attempt<T>(ask: HttpRequest, read: (reply: HttpResponse) => Promise<T>, canReuse: boolean): Promise<T> {
  ask.signal?.throwIfAborted();
  const route = await routeOf(ask);
  ask.signal?.throwIfAborted();
  const { lookup, connect, secureConnect, response } = ask.timeouts;
  let phase: Phase = 'connecting';
  let ended: 'STALLED' | 'TOO_SLOW' | null = null;
  let reach = scopeOfHost(ask.url.hostname);
  // A proxy looks names up itself, and may stand anywhere.
  const judged = route.proxy === null ? ask.namedFrom : undefined;
  const request = got.stream(ask.url, {
    method: ask.method,
    headers: { 'user-agent': 'Burnish', ...ask.body?.headers, ...ask.headers },
    ...(ask.body ? { body: ask.body.stream } : {}),
    timeout: { lookup, connect, secureConnect, response },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    // The service may be closing a connection kept open from before: then it is unknown whether it received the request.
    agent: canReuse ? route.kept : route.fresh,
    ...(judged === undefined ? {} : { dnsLookup: createScopedLookup(judged, ask.resolve) }),
    ...(ask.signal ? { signal: ask.signal } : {}),
  });
  const end = (why: 'STALLED' | 'TOO_SLOW') => () => {
    ended = why;
    request.destroy(new Error(why));
  };
  const stall = end('STALLED');
  const sending = new IdleTimeout(ask.timeouts.sendStall, stall);
  const sendingAll = new TransferDeadline(ask.timeouts.grace, end('TOO_SLOW'));
  // Through a proxy there is no socket to watch before the proxy has let us through.
  const passing = new IdleTimeout(lookup + connect + secureConnect, stall);
  if (route.proxy !== null) passing.restart();
  // Without a listener, an error between two reads would end the process.
  request.on('error', () => undefined);
  request.on('socket', (socket: Socket) => {
    passing.stop();
    const connected = () => {
      if (route.proxy === null && socket.remoteAddress !== undefined) reach = scopeOfAddress(socket.remoteAddress);
      phase = ask.body ? 'sending' : 'waiting';
      if (!ask.body) return;
      sending.restart();
      sendingAll.wait();
    };
    if (socket.connecting) socket.once(ask.url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  request.on('uploadProgress', ({ percent, transferred }: { percent: number; transferred: number }) => {
    if (!ask.body || transferred === 0) return;
    ask.onUpload?.(percent);
    sendingAll.through(transferred);
    if (percent === 1) {
      sending.stop();
      sendingAll.pause();
      if (phase === 'sending') phase = 'waiting';
      ask.onBodySent?.();
    } else if (phase === 'sending') sending.restart();
  });
  // got tells of the end of an upload a little after the last byte has left.
  const hasLeft = () => !ask.body || phase === 'waiting' || request.uploadProgress.transferred >= ask.body.length;
  let reply: ResponseHead | undefined;
  const broken = (error: unknown): Error => {
    if (ask.signal?.aborted) return ask.signal.reason;
    const fault = ask.body?.fault();
    if (fault) return fault;
    if (phase === 'sending' && hasLeft()) phase = 'waiting';
    const code = ended ?? networkCode(error);
    const status =
      code === 'PROXY_REFUSED' ? (error as { cause?: { statusCode?: number } }).cause?.statusCode : undefined;
    return new RequestInterrupted(phase, code, {
      reply,
      proxy: route.proxy !== null && phase === 'connecting' ? { name: route.proxy, status } : null,
      wasReused: reply === undefined && request.reusedSocket === true && ended === null,
    });
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    const reading = new IdleTimeout(ask.timeouts.readStall, stall);
    const readingAll = new TransferDeadline(ask.timeouts.grace, end('TOO_SLOW'));
    let read = 0;
    try {
      reading.restart();
      readingAll.wait();
      for await (const chunk of request) {
        reading.stop();
        readingAll.pause();
        read += chunk.length;
        readingAll.through(read);
        yield chunk;
        reading.restart();
        readingAll.wait();
      }
    } catch (error) {
      throw broken(error);
    } finally {
      reading.stop();
      readingAll.pause();
    }
  }
  try {
    const [answer] = await once(request, 'response').catch((error) => {
      throw broken(error);
    });
    if (answer.statusCode === 407 && route.proxy !== null) {
      throw new RequestInterrupted('connecting', 'PROXY_REFUSED', { proxy: { name: route.proxy, status: 407 } });
    }
    reply = { status: answer.statusCode, headers: answer.headers, bodySent: hasLeft(), reach };
    phase = 'reading';
    sending.stop();
    sendingAll.pause();
    return await read({ ...reply, chunks: chunks() });
  } finally {
    passing.stop();
    sending.stop();
    sendingAll.pause();
    request.destroy();
  }
}

async function routeOf({ url, namedFrom, routes = environmentRoutes }: HttpRequest): Promise<Route> {
  try {
    return await routes.to(url, namedFrom);
  } catch (error) {
    if (!(error instanceof ProxyUnsupported)) throw error;
    throw new RequestInterrupted('connecting', 'PROXY_UNSUPPORTED', { proxy: { name: error.proxy } });
  }
}

function networkCode(error: unknown): string {
  const { code, event } = error as { code?: unknown; event?: unknown };
  if (code === 'ETIMEDOUT' && event === 'response') return 'TIMEOUT';
  if (code === 'ERR_PROXY_TUNNEL') return 'PROXY_REFUSED';
  return typeof code === 'string' ? code : 'UNKNOWN';
}
