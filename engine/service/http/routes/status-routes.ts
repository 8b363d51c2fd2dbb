/** Routes about the engine: credits, and as extensions its status and the release of networks. */
import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { operationIds } from '../../../../contract/operations/operation-spec.ts';
import {
  bundledNetwork,
  type NetworkId,
  type NetworkUse,
  networkIdSchema,
} from '../../../../contract/services/networks.ts';
import { chooseNetwork, installedNetworks } from '../../../vision/runtimes/available-networks.ts';
import { modelsFolder } from '../../../vision/runtimes/models-folder.ts';
import { creditsPath, healthPath, releasePath } from '../../interface/paths.ts';
import { requestError } from '../../interface/request-errors.ts';
import { success } from '../../interface/response-envelope.ts';
import type { WorkerPool } from '../../workers/worker-pool.ts';
import type { EngineContext } from '../engine-context.ts';

/** The engine is free, so clients that check the balance get one that never runs out. */
const unlimitedBalance = 1_000_000_000;

export function addStatusRoutes(server: FastifyInstance, context: EngineContext): void {
  const startedAt = context.clock.now();

  server.get(creditsPath, async (request) =>
    success(request.ids, {
      data: [
        {
          unique_sign: 'common',
          name: 'Built-in engine',
          balance: unlimitedBalance,
          total: unlimitedBalance,
          unlimited: true,
        },
      ],
    }),
  );

  server.get(healthPath, async (request) => {
    const { rss, heapUsed } = process.memoryUsage();
    return success(request.ids, {
      data: {
        uptime_ms: context.clock.now() - startedAt,
        implemented: operationIds,
        models: await bundledModels(context),
        networks: catalogNetworks(context),
        graphics: context.workerPool.graphics,
        workshop: context.workerPool.state(),
        tasks: context.tasks.count(),
        memory: { resident_bytes: rss, heap_bytes: heapUsed },
      },
    });
  });

  server.post<{ Params: { name: string } }>(`${releasePath}:name`, async (request) => {
    const name = networkIdSchema.safeParse(request.params.name);
    if (!name.success) throw requestError('unknown path', 'There is no network with this name.');
    await context.workerPool.release(name.data);
    return success(request.ids, { data: { released: name.data } });
  });
}

/** Returns the models that come with the engine. */
async function bundledModels({ workerPool }: EngineContext): Promise<{ name: string; loaded: boolean }[]> {
  const files = await readdir(modelsFolder()).catch(() => []);
  const names = files.filter((file) => file.endsWith('.onnx')).map((file) => parse(file).name);
  const loaded = loadedModels(workerPool);
  const bundled = [...new Set([...names, ...loaded])].filter((name) => !isNetwork(name));
  return bundled.sort().map((name) => ({ name, loaded: loaded.has(name) }));
}

const isNetwork = (name: string): name is NetworkId => networkIdSchema.safeParse(name).success;

/** Returns the installed networks of the catalog, and the one that cutouts would use now. */
function catalogNetworks({
  workerPool,
}: EngineContext): { there: { name: NetworkId; loaded: boolean }[] } & NetworkUse {
  const loaded = loadedModels(workerPool);
  const there = installedNetworks().map(({ id }) => ({ name: id, loaded: loaded.has(id) }));
  const { best, passedOver } = chooseNetwork((id) => loaded.has(id));
  return { there, used: best ?? bundledNetwork, passed_over: passedOver };
}

const loadedModels = (workerPool: WorkerPool) => new Set(workerPool.state().models.map((name) => parse(name).name));
