/** Asks the built-in engine how it is: its models and its memory. An extension of the interface (docs/engine.md). */
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { EngineStatus } from '../../../contract/app/app-snapshot.ts';
import { type NetworkId, networkUseSchema, type SkippedNetwork } from '../../../contract/services/networks.ts';
import { defaultKeyHeader } from '../../../contract/services/profile.ts';
import type { RequestBody } from '../http/http-request.ts';
import { requestSuccess, serviceOf } from '../json-request.ts';
import type { EngineAddress, EngineHost } from './engine-host.ts';

const healthSchema = z.object({
  models: z.array(z.object({ name: z.string(), loaded: z.boolean() })).catch([]),
  networks: networkUseSchema.nullable().catch(null),
  memory: z.object({ resident_bytes: z.number() }).nullable().catch(null),
});

type Health = Pick<EngineStatus, 'models' | 'memoryBytes' | 'use'>;

/** Free memory to a tenth of a gigabyte: what changes all the time is not told all the time. */
function rounded(passed: SkippedNetwork): SkippedNetwork {
  return passed.reason === 'memory' ? { ...passed, free: Math.round(passed.free / 1e8) * 1e8 } : passed;
}

/** Memory in bytes, all of the engine's process. Throws ServiceFailure when the engine does not answer. */
export async function engineHealth(address: EngineAddress): Promise<Health> {
  const service = serviceOf({ ...address, keyHeader: defaultKeyHeader });
  const { envelope } = await requestSuccess(service, {
    method: 'GET',
    path: '/health',
    purpose: 'other',
    scratch: null,
  });
  const { models, memory, networks } = healthSchema.parse(envelope.body.data);
  const use = networks === null ? null : { used: networks.used, passed_over: networks.passed_over.map(rounded) };
  return { models, memoryBytes: memory?.resident_bytes ?? null, use };
}

/** How the engine is, as it said last. `check` is for a timer; `onChange` is told when it says something else. */
export function watchHealth(host: Pick<EngineHost, 'condition' | 'address'>, onChange: () => void) {
  let health: Health = { models: [], memoryBytes: null, use: null };
  return {
    now: () => health,
    async check(): Promise<void> {
      if (host.condition.condition !== 'ready') return;
      try {
        const next = await engineHealth(await host.address());
        const hasChanged = JSON.stringify(next) !== JSON.stringify(health);
        health = next;
        if (hasChanged) onChange();
      } catch {
        // An engine that is too busy to answer, or is just ending, is told by its process.
      }
    },
  };
}

/** A request that sends something waits for it to be sent. */
function emptyBody(): RequestBody {
  const headers = { 'content-type': 'application/json', 'content-length': '2' };
  return { stream: Readable.from(['{}']), headers, length: 2, fault: () => null };
}

/**
 * Has the engine let go of a network's file; resolves when it has, or when it does not run.
 * @throws ServiceFailure when it does not answer in time: a photograph is at work with it
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
