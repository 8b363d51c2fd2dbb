/** A malicious image service, which sends each photograph the response of its case. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations } from '../../../contract/operations/table.ts';
import { defaultTaskQuery } from '../../../contract/services/task-query-form.ts';
import { formParts } from '../../helpers/service/form-parts.ts';
import { readMark } from '../runner/mark.ts';
import { LocalServer } from '../service/local-server.ts';
import type { Hostile, Reply, Surroundings } from './hostile-answer.ts';

const accountPaths = ['/api/common/query-credits', '/health'];

export interface HostileService {
  readonly baseUrl: string;
  /** Number of the photograph of each upload. */
  readonly uploads: readonly number[];
  /** Forbidden requests, or requests that disclose the key. */
  readonly misdeeds: readonly string[];
  close(): Promise<void>;
}

/** @param caseOf returns the case of a photograph */
export async function startHostileService(key: string, caseOf: (content: number) => Hostile): Promise<HostileService> {
  const uploads: number[] = [];
  const misdeeds: string[] = [];
  const server = new LocalServer(answer, (text) => misdeeds.push(text));
  const elsewhere = new LocalServer(
    async ({ url, headers }, response) => {
      if (`${url} ${JSON.stringify(headers)}`.includes(key)) misdeeds.push('the key was sent to another place');
      response.writeHead(404).end();
    },
    (text) => misdeeds.push(text),
  );
  await Promise.all([server.listen(), elsewhere.listen()]);
  const { baseUrl } = server;

  const around = (content: number): Surroundings => ({
    key,
    content,
    file: `${baseUrl}/files/${content}`,
    elsewhere: `${elsewhere.baseUrl}/files/${content}`,
    task: `task-${content}`,
  });
  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', baseUrl);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const operation = Object.values(operations).find(({ path }) => path === url.pathname);
    if (operation) {
      const image = formParts(message.headers['content-type'] ?? '', Buffer.concat(chunks)).find(
        ({ name }) => name === operation.images[0]?.field,
      );
      const content = (image ? await readMark(image.bytes) : null)?.photograph ?? 0;
      uploads.push(content);
      return send(await caseOf(content).answer(around(content)), response);
    }
    if (url.pathname.startsWith('/files/')) {
      if (message.headers['service-api-key']) misdeeds.push('the key was sent to the address of a result');
      const content = Number(url.pathname.split('/')[2]);
      const { file } = caseOf(content);
      return send(file ? await file(around(content), url) : { status: 404 }, response);
    }
    const id = url.pathname === defaultTaskQuery.taskQueryPath ? url.searchParams.get('task_id') : null;
    if (id !== null) {
      const content = Number(/\d+/.exec(id)?.[0]);
      const { task } = caseOf(content);
      return send(task ? await task(around(content), id) : { status: 404 }, response);
    }
    if (!accountPaths.includes(url.pathname))
      misdeeds.push(`${message.method} ${url.pathname} is no place of the service`);
    return send({ json: { request_id: 'r', data: { balance: 100 } } }, response);
  }

  async function send({ status = 200, headers = {}, json, body, endless }: Reply, response: ServerResponse) {
    const type = json === undefined ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    if (json !== undefined) response.write(JSON.stringify(json));
    else if (body !== undefined) response.write(body);
    while (endless && !response.destroyed) {
      if (endless.everyMs > 0) await sleep(endless.everyMs, undefined, { signal: server.closing });
      await new Promise((written) => response.write(endless.piece, written));
    }
    response.end();
  }

  const close = async () => {
    await Promise.all([server.close(), elsewhere.close()]);
  };
  return { baseUrl, uploads, misdeeds, close };
}
