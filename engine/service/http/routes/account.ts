/** What a client asks about the service itself: its credits, and (extensions) its state and its networks. */
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
import { bestNow, presentNetworks } from '../../../vision/runtimes/available-networks.ts';
import { modelsFolder } from '../../../vision/runtimes/models-folder.ts';
import { requestError } from '../../error-responses.ts';
import type { EngineContext } from '../engine-context.ts';
import { success } from '../envelope.ts';

export const creditsPath = '/api/common/query-credits';
export const healthPath = '/health';
/** Followed by the network's name. */
export const releasePath = '/networks/release/';

/** The model files that are there, and whether each is in memory. */
async function models({ workshop }: EngineContext): Promise<{ name: string; loaded: boolean }[]> {
  const files = await readdir(modelsFolder()).catch(() => []);
  const names = files.filter((file) => file.endsWith('.onnx')).map((file) => parse(file).name);
  const loaded = new Set(workshop.state().models.map((name) => parse(name).name));
  const own = [...new Set([...names, ...loaded])].filter((name) => !isNetwork(name));
  return own.sort().map((name) => ({ name, loaded: loaded.has(name) }));
}

const isNetwork = (name: string): name is NetworkId => networkIdSchema.safeParse(name).success;

/** The networks of the catalogue that are there, and which would decide now what a photograph is about. */
function networksNow({ workshop }: EngineContext): { there: { name: NetworkId; loaded: boolean }[] } & NetworkUse {
  const loaded = new Set(workshop.state().models.map((name) => parse(name).name));
  const present = presentNetworks().map(({ id }) => ({ name: id, loaded: loaded.has(id) }));
  const { best, passedOver } = bestNow((id) => loaded.has(id));
  return { there: present, used: best ?? bundledNetwork, passed_over: passedOver };
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
        networks: networksNow(context),
        graphics: context.workshop.graphics,
        workshop: context.workshop.state(),
        tasks: context.tasks.count(),
        memory: { resident_bytes: rss, heap_bytes: heapUsed },
      },
    });
  });

  server.post<{ Params: { name: string } }>(`${releasePath}:name`, async (request) => {
    const name = networkIdSchema.safeParse(request.params.name);
    if (!name.success) throw requestError('no such path', 'There is no network with this name.');
    await context.workshop.release(name.data);
    return success(request.ids, { data: { released: name.data } });
  });
}
