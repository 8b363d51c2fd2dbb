/** The description of the engine for other clients and tools (an extension): it holds no secret, and asks for no key. */
import type { FastifyInstance } from 'fastify';
import { describeEngine } from '../../openapi/document.ts';
import { openApiPath } from '../../openapi/service-paths.ts';
import { originOf } from '../authenticate.ts';

export function addOpenApi(server: FastifyInstance, keyHeader: string): void {
  server.get(openApiPath, async (request) => describeEngine({ origin: originOf(request), keyHeader }));
}
