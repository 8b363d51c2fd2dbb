/** Health of the built-in engine, an extension of the interface (docs/engine.md). */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { EngineStatus } from '../../../contract/app/app-snapshot.ts';
import { type GraphicsStop, graphicsStatusSchema } from '../../../contract/services/graphics.ts';
import { type NetworkId, networkUseSchema, type SkippedNetwork } from '../../../contract/services/networks.ts';
import { defaultKeyHeader } from '../../../contract/services/profile.ts';
import type { RequestBody } from '../http/http-request.ts';
import { requestSuccess, serviceOf } from '../requests/json-request.ts';
import type { EngineAddress, EngineHost } from './engine-host.ts';

const healthSchema = z.object({
  models: z.array(z.object({ name: z.string(), loaded: z.boolean() })).catch([]),
  networks: networkUseSchema.nullable().catch(null),
  graphics: graphicsStatusSchema.nullable().catch(null),
  memory: z.object({ resident_bytes: z.number() }).nullable().catch(null),
});

type Health = Pick<EngineStatus, 'models' | 'memoryBytes' | 'use' | 'graphics'>;

/** Rounds free memory to 0.1 GB, because it changes constantly. */
function roundFreeMemory(skipped: SkippedNetwork): SkippedNetwork {
  return skipped.reason === 'memory' ? { ...skipped, free: Math.round(skipped.free / 1e8) * 1e8 } : skipped;
}

/** @throws ServiceFailure if the engine does not respond */
export async function engineHealth(address: EngineAddress): Promise<Health> {
  const service = serviceOf({ ...address, keyHeader: defaultKeyHeader });
  const { envelope } = await requestSuccess(service, {
    method: 'GET',
    path: '/health',
    purpose: 'other',
    scratch: null,
  });
  const { models, memory, networks, graphics } = healthSchema.parse(envelope.body.data);
  const use =
    networks === null ? null : { used: networks.used, passed_over: networks.passed_over.map(roundFreeMemory) };
  return { models, memoryBytes: memory?.resident_bytes ?? null, use, graphics };
}

/** @param onGraphicsStopped called once for each engine process that stops using the graphics card */
export function watchHealth(
  host: Pick<EngineHost, 'condition' | 'address'>,
  onChange: () => void,
  onGraphicsStopped: (stopped: GraphicsStop) => void = () => undefined,
) {
  let health: Health = { models: [], memoryBytes: null, use: null, graphics: null };
  return {
    now: () => health,
    async check(): Promise<void> {
      if (host.condition.condition !== 'ready') return;
      try {
        const next = await engineHealth(await host.address());
        const hasChanged = JSON.stringify(next) !== JSON.stringify(health);
        const stopped = next.graphics?.stopped ?? null;
        const isNews = stopped !== null && !health.graphics?.stopped;
        health = next;
        if (isNews) onGraphicsStopped(stopped);
        if (hasChanged) onChange();
      } catch {
        // Its process reports an engine that is busy or ending.
      }
    },
  };
}

/** A POST counts as sent only with a body. */
function emptyBody(): RequestBody {
  const headers = { 'content-type': 'application/json', 'content-length': '2' };
  return { stream: Readable.from(['{}']), headers, length: 2, error: () => null };
}

/**
 * Makes the engine, if it runs, close a network's file.
 * @throws ServiceFailure on timeout, because a photograph is using the network
 */
export async function releaseNetwork(
  host: Pick<EngineHost, 'condition' | 'address'>,
  id: NetworkId,
  signal: AbortSignal = AbortSignal.timeout(60_000),
): Promise<void> {
  if (host.condition.condition !== 'ready') return;
  const service = serviceOf({ ...(await host.address()), keyHeader: defaultKeyHeader });
  await requestSuccess(service, {
    method: 'POST',
    path: `/networks/release/${id}`,
    purpose: 'other',
    body: emptyBody(),
    scratch: null,
    signal,
  });
}
