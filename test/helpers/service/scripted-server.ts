/** A real HTTP server that follows a script, well-behaved or not, as a remote image service. */
import { createHash, type Hash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FormPart, formParts } from './form-parts.ts';
import { closeServer, listen } from './listening.ts';

/** The server's handling of one request. The response is empty without `json`, `bytes` or a misbehavior. */
export interface Step {
  /** Waits this long after the complete request. */
  delayMs?: number;
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** The response as JSON; a function creates it from the request, also asynchronously. */
  json?: unknown | ((request: RecordedRequest) => unknown);
  /** The response as bytes, with `type` as its Content-Type (default application/octet-stream). */
  bytes?: Uint8Array | string;
  type?: string;
  /** Omits Content-Length and marks the end of the response by closing the connection. */
  closeDelimited?: true;
  /** Sends the response in pieces of this size, with a pause before each. */
  drip?: { bytes: number; everyMs: number };
  /** Reads this much of the request's body, then resets the connection (RST). */
  resetAfterUploadBytes?: number;
  /** Reads this much of the request's body, then stops reading and never responds. */
  stallAfterUploadBytes?: number;
  /** Reads the whole request, then resets the connection without a response. */
  resetBeforeAnswer?: true;
  /** Sends only this much of the body, then closes the connection by `breakWith` (default reset). */
  breakAfterBytes?: number;
  /** `hang` keeps the connection open and silent. */
  breakWith?: 'reset' | 'close' | 'hang';
  /** Responds before the body has arrived; continues to read and discard it. */
  early?: true;
  /** Reads the request and never responds. */
  hang?: true;
}

export interface RecordedRequest {
  readonly method: string;
  /** Excludes the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the body received up to now. */
  bodyBytes: number;
  /** SHA-256 of the body, hex; empty until it is complete. */
  bodyHash: string;
  /** Whether the body is complete. */
  complete: boolean;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  /** The parts of a multipart body (bodies up to `keepBodyBytes` only). */
  parts(): FormPart[];
}

export interface ScriptedServer {
  readonly baseUrl: string;
  /** Every request in order of arrival; without a script it gets a 404. */
  readonly requests: RecordedRequest[];
  /**
   * Sets the responses of `route` ("POST /api/…", or "GET /results/*" for everything below): one step a request, in
   * order; the last step repeats. A later script replaces an earlier one for the same route.
   */
  script(route: string, ...steps: Step[]): void;
  /** The requests of one route up to now. */
  requestsOf(route: string): RecordedRequest[];
  /** Maximum number of simultaneous requests. */
  readonly peak: number;
  /** Cuts all connections and stops listening. */
  close(): Promise<void>;
}

interface Script {
  readonly steps: readonly Step[];
  used: number;
}

/** Starts a server on 127.0.0.1 with a free port. Bodies beyond `keepBodyBytes` (default 8 MB) are only counted and hashed. */
export async function startScriptedServer(options: { keepBodyBytes?: number } = {}): Promise<ScriptedServer> {
  const keepBodyBytes = options.keepBodyBytes ?? 8 * 1024 * 1024;
  const scripts = new Map<string, Script>();
  const requests: RecordedRequest[] = [];
  const closing = new AbortController();
  let running = 0;
  let peak = 0;

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (message, response) => {
    const kept: Buffer[] = [];
    const request = record(message, kept);
    requests.push(request);
    const script = [...scripts].find(([route]) => matches(route, request))?.[1];
    const step = script ? nextStep(script) : notFound;
    running += 1;
    peak = Math.max(peak, running);
    response.once('close', () => {
      running -= 1;
    });
    // A connection that breaks during a step is part of the script; nothing else rejects here.
    carryOut(step, message, response, request, kept).catch(() => message.socket.destroy());
  });

  async function carryOut(
    step: Step,
    message: IncomingMessage,
    response: ServerResponse,
    request: RecordedRequest,
    kept: Buffer[],
  ): Promise<void> {
    if (!step.early) {
      const isComplete = await receive(step, message, request, kept, keepBodyBytes);
      if (!isComplete) return;
    }
    if (step.delayMs) await sleep(step.delayMs, undefined, { signal: closing.signal });
    if (step.hang) return;
    if (step.resetBeforeAnswer) {
      message.socket.resetAndDestroy();
      return;
    }
    await answer(step, message, response, request, closing.signal);
  }

  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    script: (route, ...steps) => void scripts.set(route, { steps, used: 0 }),
    requestsOf: (route) => requests.filter((request) => matches(route, request)),
    get peak() {
      return peak;
    },
    close: async () => {
      closing.abort();
      await closeServer(server);
    },
  };
}

const notFound: Step = {
  status: 404,
  json: { error_detail: { code: 'ERROR_RESOURCE_NOT_FOUND', code_message: 'not in the script', message: '' } },
};

function record(message: IncomingMessage, kept: Buffer[]): RecordedRequest {
  const url = new URL(message.url ?? '/', 'http://scripted.invalid');
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    bodyBytes: 0,
    bodyHash: '',
    complete: false,
    at: performance.now(),
    parts: () => formParts(message.headers['content-type'] ?? '', Buffer.concat(kept)),
  };
}

function matches(route: string, request: RecordedRequest): boolean {
  const [method, path = ''] = route.split(' ');
  if (method !== request.method) return false;
  return path.endsWith('*') ? request.path.startsWith(path.slice(0, -1)) : request.path === path;
}

function nextStep(script: Script): Step {
  const step = script.steps[Math.min(script.used, script.steps.length - 1)] ?? notFound;
  script.used += 1;
  return step;
}

/** Reads the body as far as the step allows. Returns false if the step ends the request. */
async function receive(
  step: Step,
  message: IncomingMessage,
  request: RecordedRequest,
  kept: Buffer[],
  keepBodyBytes: number,
): Promise<boolean> {
  const hash: Hash = createHash('sha256');
  for await (const chunk of message as AsyncIterable<Buffer>) {
    request.bodyBytes += chunk.length;
    hash.update(chunk);
    if (request.bodyBytes <= keepBodyBytes) kept.push(chunk);
    if (step.resetAfterUploadBytes !== undefined && request.bodyBytes >= step.resetAfterUploadBytes) {
      message.socket.resetAndDestroy();
      return false;
    }
    if (step.stallAfterUploadBytes !== undefined && request.bodyBytes >= step.stallAfterUploadBytes) {
      // Not taking the next chunk stops the sender; pausing the socket itself would undo that.
      await new Promise((resolve) => message.socket.once('close', resolve));
      return false;
    }
  }
  request.bodyHash = hash.digest('hex');
  request.complete = true;
  return true;
}

async function answer(
  step: Step,
  message: IncomingMessage,
  response: ServerResponse,
  request: RecordedRequest,
  closing: AbortSignal,
): Promise<void> {
  const { body, type } = await bodyOf(step, request);
  if (step.closeDelimited) {
    // The response has neither a length nor chunks, so it ends with the connection.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(step.status ?? 200, {
    ...(type ? { 'content-type': type } : {}),
    ...(step.closeDelimited ? {} : { 'content-length': String(body.length) }),
    ...(step.closeDelimited ? { connection: 'close' } : {}),
    ...step.headers,
  });
  response.flushHeaders();
  const sent = step.breakAfterBytes === undefined ? body : body.subarray(0, step.breakAfterBytes);
  const piece = step.drip?.bytes ?? Math.max(sent.length, 1);
  for (let start = 0; start < sent.length; start += piece) {
    if (step.drip) await sleep(step.drip.everyMs, undefined, { signal: closing });
    await new Promise<void>((resolve, reject) =>
      response.write(sent.subarray(start, start + piece), (error) => (error ? reject(error) : resolve())),
    );
  }
  if (step.breakAfterBytes === undefined) {
    // Ending a response closes a connection without keep-alive; with part of the upload unread, that would be a reset.
    if (step.early) await finished(message.resume()).catch(() => undefined);
    response.end();
    return;
  }
  switch (step.breakWith ?? 'reset') {
    case 'hang':
      return;
    case 'close':
      message.socket.destroySoon();
      return;
    case 'reset':
      // Wait for delivery: a reset discards written bytes that the peer has not yet read.
      await sleep(20, undefined, { signal: closing });
      message.socket.resetAndDestroy();
  }
}

async function bodyOf(step: Step, request: RecordedRequest): Promise<{ body: Buffer; type: string | undefined }> {
  if (step.bytes !== undefined) {
    return { body: Buffer.from(step.bytes as Uint8Array), type: step.type ?? 'application/octet-stream' };
  }
  if (step.json !== undefined) {
    const value = typeof step.json === 'function' ? await step.json(request) : step.json;
    return { body: Buffer.from(JSON.stringify(value)), type: step.type ?? 'application/json' };
  }
  return { body: Buffer.alloc(0), type: step.type };
}
