/** Carries out faults on a real connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, faultName } from './fault.ts';

/** A response, before a fault changes it. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: Buffer;
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

/** Returns the response of a fault. */
export function answerOf(fault: Fault): Answer {
  if (fault.kind !== 'answer') throw new Error(`${faultName(fault)} is no answer`);
  return { status: fault.status, headers: fault.headers, type: fault.type, body: Buffer.from(fault.body) };
}

type Break = Extract<Fault, { kind: 'break' }>;

/** Reads the body of a request. Returns null if the fault has ended the connection. */
export async function receive(message: IncomingMessage, fault: Fault | null): Promise<Buffer | null> {
  const broken = fault?.kind === 'break' ? fault : null;
  if (broken?.at === 'headers') return cut(message, broken);
  const length = Number(message.headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (broken?.at === 'half' && bytes * 2 >= length) return cut(message, broken);
  }
  if (broken?.at === 'half') return cut(message, broken);
  return Buffer.concat(chunks);
}

function cut(message: IncomingMessage, { how }: Break): null {
  switch (how) {
    case 'reset':
      message.socket.resetAndDestroy();
      break;
    case 'close':
      message.socket.end();
      message.socket.destroySoon();
      break;
    case 'silence':
      message.pause();
  }
  return null;
}

/** Sends a response with its fault. Rejects if the connection is closed. */
export async function send(
  message: IncomingMessage,
  response: ServerResponse,
  good: Answer,
  fault: Fault | null,
): Promise<void> {
  if (fault?.kind === 'break' && fault.at === 'whole') {
    cut(message, fault);
    return;
  }
  const answer = fault?.kind === 'answer' ? answerOf(fault) : withFault(good, fault);
  // The end of the connection ends a response without a length.
  const hasLength = fault?.kind !== 'file' || fault.what !== 'cut-unmeasured';
  if (!hasLength) response.useChunkedEncodingByDefault = false;
  response.writeHead(answer.status, {
    ...(hasLength ? { 'content-length': String(answer.body.length) } : { connection: 'close' }),
    ...(answer.type ? { 'content-type': answer.type } : {}),
    ...answer.headers,
  });
  response.flushHeaders();
  if (fault?.kind === 'break') {
    if (fault.at === 'body') await write(response, answer.body.subarray(0, answer.body.length >> 1));
    // A reset discards data that was not yet read.
    await sleep(5);
    cut(message, fault);
    return;
  }
  if (fault?.kind === 'drip') {
    const piece = Math.max(1, Math.ceil(answer.body.length / 12));
    for (let start = 0; start < answer.body.length; start += piece) {
      await sleep(15);
      await write(response, answer.body.subarray(start, start + piece));
    }
  } else await write(response, answer.body);
  response.end();
  if (fault?.kind === 'drop-after') response.once('close', () => message.socket.destroy());
}

function withFault(good: Answer, fault: Fault | null): Answer {
  switch (fault?.kind) {
    case 'cut-json':
      return { ...good, body: good.body.subarray(0, Math.max(1, good.body.length - 9)) };
    case 'huge': {
      const more = Buffer.alloc(fault.megabytes * 1024 * 1024, 'x ');
      const body = Buffer.concat([Buffer.from('{"more":"'), more, Buffer.from('",'), good.body.subarray(1)]);
      return { ...good, body };
    }
    case 'file':
      return { ...good, ...damagedFile(good.body, fault.what) };
    default:
      return good;
  }
}

function damagedFile(body: Buffer, damage: Extract<Fault, { kind: 'file' }>['what']): Partial<Answer> {
  switch (damage) {
    case 'empty':
      return { body: Buffer.alloc(0) };
    case 'cut':
    case 'cut-unmeasured':
      return { body: body.subarray(0, body.length >> 1) };
    case 'text':
      return { type: 'text/html', body: Buffer.from('<html><body>Please log in.</body></html>') };
    case 'pdf':
      return { body: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n') };
    case 'noise':
      // With the beginning and end of an image.
      return { body: Buffer.concat([body.subarray(0, 60), Buffer.alloc(body.length, 0x5a), body.subarray(-20)]) };
    case 'half-size':
      return {};
  }
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => response.write(bytes, (error) => (error ? reject(error) : resolve())));
}
