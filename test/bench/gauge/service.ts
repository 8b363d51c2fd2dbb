/**
 * A service in its own process that costs little: it reads an upload, waits, and responds with a fixed picture. The process
 * sends its address to its parent.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const success = {
  request_id: 'request',
  error_code: 0,
  error_msg: '',
  error_detail: { status_code: 200, code: '', message: '' },
};

interface ServiceOptions {
  /** Duration of a response after its upload. */
  readonly latencyMs: number;
  /** Result of every request, in Base64. */
  readonly picture: string;
  /** Duration of a task after its upload; null for direct responses. */
  readonly readyAfterMs: number | null;
}

export interface RunningService {
  readonly baseUrl: string;
  stop(): void;
}

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const child = fork(import.meta.filename);
  child.send(options);
  const [baseUrl] = (await once(child, 'message')) as [string];
  return { baseUrl, stop: () => void child.kill() };
}

function serve({ latencyMs, picture, readyAfterMs }: ServiceOptions): void {
  const result = JSON.stringify({ ...success, result: picture });
  const direct = Buffer.from(result);
  const readyAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const answer = (body: string | Buffer) => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    };
    request.resume();
    request.on('end', () => {
      if (request.method === 'GET') {
        const id = new URL(request.url ?? '', 'http://service').searchParams.get('task_id');
        const due = readyAt.get(id ?? '');
        if (due === undefined) answer(JSON.stringify({ ...success, data: { credits: 1e6 } }));
        else if (Date.now() < due) answer(JSON.stringify({ ...success, task_status: 1 }));
        else answer(JSON.stringify({ ...JSON.parse(result), task_status: 2 }));
        return;
      }
      setTimeout(() => {
        if (readyAfterMs === null) return answer(direct);
        const id = `task-${readyAt.size}`;
        readyAt.set(id, Date.now() + readyAfterMs);
        answer(JSON.stringify({ ...success, task_id: id, task_status: 0 }));
      }, latencyMs);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', (message) => serve(message as ServiceOptions));
