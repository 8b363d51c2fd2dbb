/** Carries faults out on a real connection, and answers well where there is none. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, faultName } from './fault.ts';

/** A good answer, before anything happens to it. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: Buffer;
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

/** A fault that is an answer, where a healthy service gives it too. */
export function answerOf(fault: Fault): Answer {
  if (fault.kind !== 'answer') throw new Error(`${faultName(fault)} is no answer`);
  return { status: fault.status, headers: fault.headers, type: fault.type, body: Buffer.from(fault.body) };
}

type Break = Extract<Fault, { kind: 'break' }>;

/**
 * Reads the body of a request, at most `keep` bytes of it, or breaks off on the way.
 * @returns null when the fault has ended the matter
 */
export async function receive(
  message: IncomingMessage,
  fault: Fault | null,
  count: (bytes: number) => void,
): Promise<Buffer | null> {
  const broken = fault?.kind === 'break' ? fault : null;
  if (broken?.at === 'headers') return cut(message, broken);
  const length = Number(message.headers['content-length'] ?? 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    count(bytes);
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

/** Sends an answer as the fault wants it. Rejects when the connection is gone. */
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
  const answer = fault?.kind === 'answer' ? replaced(fault) : changed(good, fault);
  const length = 'unmeasured' in answer ? {} : { 'content-length': String(answer.body.length) };
  if ('unmeasured' in answer) response.useChunkedEncodingByDefault = false;
  response.writeHead(answer.status, {
    ...length,
    ...('unmeasured' in answer ? { connection: 'close' } : {}),
    ...(answer.type ? { 'content-type': answer.type } : {}),
    ...answer.headers,
  });
  response.flushHeaders();
  if (fault?.kind === 'break') {
    if (fault.at === 'body') await write(response, answer.body.subarray(0, answer.body.length >> 1));
    // A reset throws away what the other side has not read yet.
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

function replaced(fault: Extract<Fault, { kind: 'answer' }>): Answer {
  return { status: fault.status, headers: fault.headers, type: fault.type, body: Buffer.from(fault.body) };
}

/** The good answer with something done to it. `unmeasured`: its end is the end of the connection. */
function changed(good: Answer, fault: Fault | null): Answer | (Answer & { readonly unmeasured: true }) {
  switch (fault?.kind) {
    case 'cut-json':
      return { ...good, body: good.body.subarray(0, Math.max(1, good.body.length - 9)) };
    case 'huge': {
      const more = Buffer.alloc(fault.megabytes * 1024 * 1024, 'x ');
      return {
        ...good,
        body: Buffer.concat([Buffer.from('{"more":"'), more, Buffer.from('",'), good.body.subarray(1)]),
      };
    }
    case 'file':
      return changedFile(good, fault.what);
    default:
      return good;
  }
}

function changedFile(
  good: Answer,
  damage: Extract<Fault, { kind: 'file' }>['what'],
): Answer | (Answer & { readonly unmeasured: true }) {
  const { body } = good;
  switch (damage) {
    case 'empty':
      return { ...good, body: Buffer.alloc(0) };
    case 'cut':
      return { ...good, body: body.subarray(0, body.length >> 1) };
    case 'cut-unmeasured':
      return { ...good, body: body.subarray(0, body.length >> 1), unmeasured: true };
    case 'text':
      return { ...good, type: 'text/html', body: Buffer.from('<html><body>Please log in.</body></html>') };
    case 'pdf':
      return { ...good, body: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n') };
    case 'noise':
      // Begins and ends as an image does.
      return {
        ...good,
        body: Buffer.concat([body.subarray(0, 60), Buffer.alloc(body.length, 0x5a), body.subarray(-20)]),
      };
    case 'half-size':
      return good;
  }
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => response.write(bytes, (error) => (error ? reject(error) : resolve())));
}
