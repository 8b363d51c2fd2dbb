import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import got from 'got';
import { type AddressScope, createScopedLookup, type Resolve, scopeOfAddress, scopeOfHost } from './address-scope.ts';
import { environmentRoutes, ProxyUnsupported, type Route, type Routes } from './network/http-agents.ts';
import { IdleTimeout, type Timeouts, TransferDeadline } from './transfer-timeouts.ts';

/** Nothing sent; body in progress; body sent completely; response begun. */
export type Phase = 'connecting' | 'sending' | 'waiting' | 'reading';

/** No complete response. Contains no header and no address, which may be secret. */
export class RequestInterrupted extends Error {
  override readonly name = 'RequestInterrupted';
  readonly phase: Phase;
  /**
   * Node's code (ECONNRESET …), `STALLED`, `TOO_SLOW`, `TIMEOUT`; of a proxy also `PROXY_REFUSED` and
   * `PROXY_UNSUPPORTED`.
   */
  readonly code: string;
  /** The proxy (host and port) that the code is about; null behind it. */
  readonly proxy: { readonly name: string; readonly status?: number | undefined } | null;
  readonly response: ResponseHead | undefined;
  /** Whether a reused connection failed before the response. */
  readonly wasReused: boolean;

  constructor(
    phase: Phase,
    code: string,
    more: { response?: ResponseHead | undefined; wasReused?: boolean; proxy?: RequestInterrupted['proxy'] } = {},
  ) {
    super(`${code} while ${phase}`);
    this.proxy = more.proxy ?? null;
    this.phase = phase;
    this.code = code;
    this.response = more.response;
    this.wasReused = more.wasReused ?? false;
  }
}

export interface RequestBody {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  /** The reason why the body itself could not be read. */
  error(): Error | null;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /**
   * Whether to reuse an open connection, and to send again if that fails. Never for a POST, which the service might
   * receive twice.
   */
  readonly canRepeat: boolean;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly timeouts: Timeouts;
  readonly routes?: Routes | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Scope of the service that named `url`, which limits the addresses to connect to. The caller checks an IP address in
   * `url` (`resultAddress`).
   */
  readonly namedFrom?: AddressScope | undefined;
  readonly resolve?: Resolve | undefined;
  /** Share of the body sent, 0 to 1. */
  readonly onUpload?: ((fraction: number) => void) | undefined;
  readonly onBodySent?: (() => void) | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Whether the whole body had left: the service may have accepted the request. */
  readonly bodySent: boolean;
  /** Scope of the server, by its connection. */
  readonly scope: AddressScope;
}

export interface HttpResponse extends ResponseHead {
  /** May be left unread. Throws RequestInterrupted if truncated. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Follows no redirects; retries only a failed reuse of a connection.
 * @throws RequestInterrupted, errors of `read` and the body, or the signal's reason
 */
export async function sendRequest<T>(request: HttpRequest, read: (response: HttpResponse) => Promise<T>): Promise<T> {
  try {
    return await attempt(request, read, request.canRepeat);
  } catch (error) {
    // The service had closed the idle connection.
    if (error instanceof RequestInterrupted && error.wasReused) return attempt(request, read, false);
    throw error;
  }
}

async function attempt<T>(
  request: HttpRequest,
  read: (response: HttpResponse) => Promise<T>,
  canReuse: boolean,
): Promise<T> {
  request.signal?.throwIfAborted();
  const route = await findRoute(request);
  request.signal?.throwIfAborted();
  return new Attempt(request, route, canReuse).run(read);
}

async function findRoute({ url, namedFrom, routes = environmentRoutes }: HttpRequest): Promise<Route> {
  try {
    return await routes.to(url, namedFrom);
  } catch (error) {
    if (!(error instanceof ProxyUnsupported)) throw error;
    throw new RequestInterrupted('connecting', 'PROXY_UNSUPPORTED', { proxy: { name: error.proxy } });
  }
}

/** One attempt: tracks its phase, and ends it if it is idle or too slow. */
class Attempt {
  readonly #request: HttpRequest;
  readonly #route: Route;
  readonly #stream: ReturnType<typeof openStream>;
  /** A proxy hides the socket until it has connected the request. */
  readonly #connectTimeout: IdleTimeout;
  readonly #sendTimeout: IdleTimeout;
  readonly #sendDeadline: TransferDeadline;
  #phase: Phase = 'connecting';
  #timeoutCode: 'STALLED' | 'TOO_SLOW' | null = null;
  #scope: AddressScope;
  #head: ResponseHead | undefined;

  constructor(request: HttpRequest, route: Route, canReuse: boolean) {
    const { lookup, connect, secureConnect, sendStall, grace } = request.timeouts;
    this.#request = request;
    this.#route = route;
    this.#scope = scopeOfHost(request.url.hostname);
    this.#stream = openStream(request, route, canReuse);
    this.#connectTimeout = new IdleTimeout(lookup + connect + secureConnect, () => this.#end('STALLED'));
    this.#sendTimeout = new IdleTimeout(sendStall, () => this.#end('STALLED'));
    this.#sendDeadline = new TransferDeadline(grace, () => this.#end('TOO_SLOW'));
    if (route.proxy !== null) this.#connectTimeout.restart();
    // Keep a listener, because an error between two reads would end the process.
    this.#stream.on('error', () => undefined);
    this.#stream.on('socket', (socket: Socket) => this.#watchSocket(socket));
    this.#stream.on('uploadProgress', ({ percent, transferred }: { percent: number; transferred: number }) =>
      this.#trackUpload(percent, transferred),
    );
  }

  async run<T>(read: (response: HttpResponse) => Promise<T>): Promise<T> {
    try {
      const [response] = await once(this.#stream, 'response').catch((error) => {
        throw this.#toFailure(error);
      });
      const { statusCode: status, headers } = response;
      if (status === 407 && this.#route.proxy !== null) {
        throw new RequestInterrupted('connecting', 'PROXY_REFUSED', { proxy: { name: this.#route.proxy, status } });
      }
      this.#head = { status, headers, bodySent: this.#isBodySent(), scope: this.#scope };
      this.#phase = 'reading';
      this.#sendTimeout.stop();
      this.#sendDeadline.pause();
      return await read({ ...this.#head, chunks: this.#chunks() });
    } finally {
      this.#connectTimeout.stop();
      this.#sendTimeout.stop();
      this.#sendDeadline.pause();
      this.#stream.destroy();
      this.#request.body?.stream.destroy();
    }
  }

  #end(code: 'STALLED' | 'TOO_SLOW'): void {
    this.#timeoutCode = code;
    this.#stream.destroy(new Error(code));
  }

  #watchSocket(socket: Socket): void {
    const { body, url } = this.#request;
    this.#connectTimeout.stop();
    const onConnected = () => {
      if (this.#route.proxy === null && socket.remoteAddress !== undefined) {
        this.#scope = scopeOfAddress(socket.remoteAddress);
      }
      this.#phase = body ? 'sending' : 'waiting';
      if (!body) return;
      this.#sendTimeout.restart();
      this.#sendDeadline.wait();
    };
    if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected);
    else onConnected();
  }

  #trackUpload(fraction: number, transferredBytes: number): void {
    const { body, onUpload, onBodySent } = this.#request;
    if (!body || transferredBytes === 0) return;
    onUpload?.(fraction);
    this.#sendDeadline.setTransferred(transferredBytes);
    if (fraction === 1) {
      this.#sendTimeout.stop();
      this.#sendDeadline.pause();
      if (this.#phase === 'sending') this.#phase = 'waiting';
      onBodySent?.();
    } else if (this.#phase === 'sending') this.#sendTimeout.restart();
  }

  /** Compares bytes, because got reports the end of an upload a little late. */
  #isBodySent(): boolean {
    const { body } = this.#request;
    return !body || this.#phase === 'waiting' || this.#stream.uploadProgress.transferred >= body.length;
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    const { readStall, grace } = this.#request.timeouts;
    const timeout = new IdleTimeout(readStall, () => this.#end('STALLED'));
    const deadline = new TransferDeadline(grace, () => this.#end('TOO_SLOW'));
    let readBytes = 0;
    try {
      timeout.restart();
      deadline.wait();
      for await (const chunk of this.#stream) {
        timeout.stop();
        deadline.pause();
        readBytes += chunk.length;
        deadline.setTransferred(readBytes);
        yield chunk;
        timeout.restart();
        deadline.wait();
      }
    } catch (error) {
      throw this.#toFailure(error);
    } finally {
      timeout.stop();
      deadline.pause();
    }
  }

  #toFailure(error: unknown): Error {
    const { signal, body } = this.#request;
    if (signal?.aborted) return signal.reason;
    const bodyError = body?.error();
    if (bodyError) return bodyError;
    if (this.#phase === 'sending' && this.#isBodySent()) this.#phase = 'waiting';
    const code = this.#timeoutCode ?? networkCode(error);
    const status =
      code === 'PROXY_REFUSED' ? (error as { cause?: { statusCode?: number } }).cause?.statusCode : undefined;
    const { proxy } = this.#route;
    return new RequestInterrupted(this.#phase, code, {
      response: this.#head,
      proxy: proxy !== null && this.#phase === 'connecting' ? { name: proxy, status } : null,
      wasReused: this.#head === undefined && this.#stream.reusedSocket === true && this.#timeoutCode === null,
    });
  }
}

function openStream(request: HttpRequest, route: Route, canReuse: boolean) {
  const { url, method, body, headers, signal, resolve } = request;
  const { lookup, connect, secureConnect, response } = request.timeouts;
  // A proxy resolves names itself, and may be anywhere.
  const namedFrom = route.proxy === null ? request.namedFrom : undefined;
  const stream = got.stream(url, {
    method,
    headers: { 'user-agent': 'Burnish', ...body?.headers, ...headers },
    timeout: { lookup, connect, secureConnect, response },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    // The service may be closing a reused connection.
    agent: canReuse ? route.kept : route.fresh,
    ...(namedFrom === undefined ? {} : { dnsLookup: createScopedLookup(namedFrom, resolve) }),
    ...(signal ? { signal } : {}),
  });
  // As an option, got would try to clone the body.
  if (body) body.stream.on('error', (error) => stream.destroy(error)).pipe(stream);
  else if (method === 'POST') stream.end();
  return stream;
}

function networkCode(error: unknown): string {
  const { code, event } = error as { code?: unknown; event?: unknown };
  if (code === 'ETIMEDOUT' && event === 'response') return 'TIMEOUT';
  if (code === 'ERR_PROXY_TUNNEL') return 'PROXY_REFUSED';
  return typeof code === 'string' ? code : 'UNKNOWN';
}
