/** Asks the built-in engine how it is: its models and its memory. An extension of the interface (docs/engine.md). */
import { z } from 'zod';
import type { EngineStatus } from '../../../preload/contract/channels.ts';
import { defaultKeyHeader } from '../../../preload/contract/profile.ts';
import { askForSuccess, serviceOf } from '../json-request.ts';
import type { EngineAddress, EngineHost } from './host.ts';

const healthSchema = z.object({
  models: z.array(z.object({ name: z.string(), loaded: z.boolean() })).catch([]),
  memory: z.object({ resident_bytes: z.number() }).nullable().catch(null),
});

/** Memory in bytes, all of the engine's process. Throws ServiceFailure when the engine does not answer. */
export async function engineHealth(address: EngineAddress): Promise<Pick<EngineStatus, 'models' | 'memoryBytes'>> {
  const service = serviceOf({ ...address, keyHeader: defaultKeyHeader });
  const { envelope } = await askForSuccess(service, {
    method: 'GET',
    path: '/health',
    purpose: 'other',
    scratch: null,
  });
  const { models, memory } = healthSchema.parse(envelope.body.data);
  return { models, memoryBytes: memory?.resident_bytes ?? null };
}

/** How the engine is, as it said last. `look` is for a timer; `onChange` is told when it says something else. */
export function followHealth(host: Pick<EngineHost, 'condition' | 'address'>, onChange: () => void) {
  let health: Pick<EngineStatus, 'models' | 'memoryBytes'> = { models: [], memoryBytes: null };
  return {
    now: () => health,
    async look(): Promise<void> {
      if (host.condition.condition !== 'ready') return;
      try {
        const next = await engineHealth(await host.address());
        const changed = JSON.stringify(next) !== JSON.stringify(health);
        health = next;
        if (changed) onChange();
      } catch {
        // An engine that is too busy to answer, or is just ending, is told by its process.
      }
    },
  };
}
