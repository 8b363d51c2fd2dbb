/**
 * A paid image service that counts complete uploads by the content of their pictures. It can delay its reading and its
 * responses, to test senders that are stopped in between.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPoints } from '../../../contract/services/profile.ts';
import { success } from '../queue/queue-stage.ts';
import { formParts } from './form-parts.ts';
import { closeServer, listen } from './listening.ts';

export interface ChargingService {
  readonly baseUrl: string;
  /** Complete and therefore charged uploads: SHA-256 of the picture, in order. */
  readonly charges: readonly string[];
  /** Number of started uploads, complete or not. */
  readonly begun: number;
  /** Number of interrupted uploads. */
  readonly broken: number;
  /** Number of task queries. */
  readonly asked: number;
  /** Holds a stage until `let` is called. */
  hold(stage: 'reading' | 'answers' | 'tasks'): void;
  let(): void;
  close(): Promise<void>;
}

export interface Behaviour {
  /** Base64 of the picture in every result. */
  readonly picture: string;
  /** Time between an upload and its response, ms. */
  readonly latency?: number;
  /** Whether responses are tasks. */
  readonly tasks?: boolean;
}

export async function startChargingService({
  picture,
  latency = 0,
  tasks = false,
}: Behaviour): Promise<ChargingService> {
  const charges: string[] = [];
  const held = new Set<string>();
  const waiting = new Set<() => void>();
  let begun = 0;
  let broken = 0;
  let taskQueries = 0;
  const unheld = async (stage: string) => {
    while (held.has(stage)) await new Promise<void>((resolve) => waiting.add(resolve));
  };
  const result = { result: picture, data: { image: picture } };
  const send = (response: ServerResponse, body: object) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...success, ...body }));
  };

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    begun += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      await unheld('reading');
    }
    const parts = formParts(request.headers['content-type'] ?? '', Buffer.concat(chunks));
    const image = parts.find(({ fileName }) => fileName !== undefined)?.bytes ?? Buffer.alloc(0);
    charges.push(createHash('sha256').update(image).digest('hex'));
    const number = charges.length;
    await sleep(latency);
    await unheld('answers');
    send(response, tasks ? { task_id: `task-${number}`, task_status: 0 } : result);
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      upload(request, response).catch(() => {
        broken += 1;
      });
      return;
    }
    const url = new URL(request.url ?? '', 'http://service');
    if (url.pathname !== openPoints.taskQueryPath) return send(response, { data: { credits: 1e6 } });
    taskQueries += 1;
    return send(response, held.has('tasks') ? { task_status: 1 } : { task_status: 2, ...result });
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    charges,
    get begun() {
      return begun;
    },
    get broken() {
      return broken;
    },
    get asked() {
      return taskQueries;
    },
    hold: (stage) => void held.add(stage),
    let() {
      held.clear();
      for (const go of [...waiting]) go();
      waiting.clear();
    },
    close: () => closeServer(server),
  };
}
