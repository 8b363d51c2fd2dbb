/** Sends a request byte by byte that an HTTP client would refuse to send. */
import { connect, type Socket } from 'node:net';

/** The bytes of a multipart request; `body` follows the headers unchanged. */
export function rawRequest(
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
  method = 'POST',
): Buffer {
  const all = { Host: '127.0.0.1', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

export function openSocket(baseUrl: string): Promise<Socket> {
  const { port, hostname } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Reads the next response on the connection, status and JSON. Leaves the connection open. */
export function nextAnswer(
  socket: Socket,
): Promise<{ status: number; head: string; body: ReturnType<typeof JSON.parse> }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const body = received.subarray(end + 4);
      if (body.byteLength < length) return;
      socket.off('data', take);
      resolve({ status: Number(head.split(' ')[1]), head, body: JSON.parse(body.toString('utf8', 0, length)) });
    };
    socket.on('data', take);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended without an answer')));
  });
}
