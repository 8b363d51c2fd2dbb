/** Result files behind their unguessable URLs; the name is the key, so no other is asked for. Section "Limits". */
import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { EngineContext } from '../context.ts';

export const filesPath = '/files/';

/** The absolute URL of the result file called `name`. */
export function fileUrl(origin: string, name: string): string {
  return `${origin}${filesPath}${name}`;
}

export function addFiles(server: FastifyInstance, { files }: EngineContext): void {
  server.get<{ Params: { name: string } }>(`${filesPath}:name`, async (request, reply) => {
    const file = files.find(request.params.name);
    reply.headers({
      'content-type': file.mime,
      'content-length': file.bytes,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return reply.send(createReadStream(file.path));
  });
}
