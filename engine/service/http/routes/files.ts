/** Result files behind their unguessable URLs; the name is the key, so no other is asked for. Section "Limits". */
import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { requestError } from '../../error-responses.ts';
import type { EngineContext } from '../engine-context.ts';

export const filesPath = '/files/';

/** The absolute URL of the result file called `name`. */
export function fileUrl(origin: string, name: string): string {
  return `${origin}${filesPath}${name}`;
}

export function addFiles(server: FastifyInstance, { files }: EngineContext): void {
  server.get<{ Params: { name: string } }>(`${filesPath}:name`, async (request, reply) => {
    const file = files.find(request.params.name);
    const handle = await open(file.path).catch(() => {
      throw requestError('file unknown', 'This result file no longer exists.');
    });
    reply.headers({
      'content-type': file.mime,
      'content-length': file.bytes,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'GET') reply.raw.once('finish', () => files.markFetched(request.params.name));
    return reply.send(handle.createReadStream());
  });
}
