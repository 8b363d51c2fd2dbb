/** What a client asks about the service itself: its credits, and (an extension) its state. */
import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { operationIds } from '../../../../preload/contract/operations/spec.ts';
import { modelsFolder } from '../../vision/runtimes/models-folder.ts';
import type { EngineContext } from '../context.ts';
import { success } from '../envelope.ts';

export const creditsPath = '/api/common/query-credits';
export const healthPath = '/health';

/** The model files that are there, and whether each is in memory. */
async function models({ workshop }: EngineContext): Promise<{ name: string; loaded: boolean }[]> {
  const files = await readdir(modelsFolder()).catch(() => []);
  const names = files.filter((file) => /\.(onnx|tflite)$/.test(file)).map((file) => parse(file).name);
  const loaded = new Set(workshop.state().models.map((name) => parse(name).name));
  return [...new Set([...names, ...loaded])].sort().map((name) => ({ name, loaded: loaded.has(name) }));
}

/** The engine costs nothing; a client that counts must see a balance that is never used up. */
const endless = 1_000_000_000;

export function addAccount(server: FastifyInstance, context: EngineContext): void {
  const startedAt = context.clock.now();

  server.get(creditsPath, async (request) =>
    success(request.ids, {
      data: [{ unique_sign: 'common', name: 'Built-in engine', balance: endless, total: endless, unlimited: true }],
    }),
  );

  server.get(healthPath, async (request) => {
    const { rss, heapUsed } = process.memoryUsage();
    return success(request.ids, {
      data: {
        uptime_ms: context.clock.now() - startedAt,
        implemented: operationIds,
        models: await models(context),
        workshop: context.workshop.state(),
        tasks: context.tasks.count(),
        memory: { resident_bytes: rss, heap_bytes: heapUsed },
      },
    });
  });
}
