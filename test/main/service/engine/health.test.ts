import { expect, onTestFinished, test } from 'vitest';
import type { GraphicsStatus, GraphicsStop } from '../../../../contract/services/graphics.ts';
import { engineHealth, releaseNetwork, watchHealth } from '../../../../main/service/engine/health.ts';
import { startTestEngine } from '../../../helpers/engine/running-engine.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const apiKey = 'key-for-tests';

test('the engine reports its models, its memory and the network it would use', async () => {
  const { baseUrl } = await startTestEngine({ apiKey });
  const health = await engineHealth({ baseUrl, apiKey });
  expect(health.models.map(({ name }) => name)).toContain('u2net');
  expect(health.memoryBytes).toBeGreaterThan(0);
  expect(health.use).toEqual({ used: 'u2net', passed_over: [] });
});

test('a running engine unloads a network; a stopped one has none loaded', async () => {
  const { baseUrl } = await startTestEngine({ apiKey });
  const address = async () => ({ baseUrl, apiKey });
  await releaseNetwork({ condition: { condition: 'ready', message: null }, address }, 'isnet-general-use');
  const never = () => Promise.reject(new Error('must not be started for this'));
  await releaseNetwork({ condition: { condition: 'stopped', message: null }, address: never }, 'isnet-general-use');
});

test('an engine that has ended is a failure, without waiting', async () => {
  const address = async () => ({ baseUrl: 'http://127.0.0.1:9', apiKey });
  const host = { condition: { condition: 'ready', message: null }, address } as const;
  await expect(releaseNetwork(host, 'isnet-general-use')).rejects.toThrow();
});

test('a graphics card that is no longer used is reported once, and again after a restart', async () => {
  const server = await startScriptedServer();
  onTestFinished(() => server.close());
  const host = {
    condition: { condition: 'ready', message: null },
    address: async () => ({ baseUrl: server.baseUrl, apiKey }),
  } as const;
  const reported: GraphicsStop[] = [];
  const health = watchHealth(
    host,
    () => {},
    (stopped) => reported.push(stopped),
  );
  const check = async (graphics: GraphicsStatus | null) => {
    server.script('GET /health', { json: { error_code: 0, data: { models: [], graphics } } });
    await health.check();
  };
  const verdict = { network: 'modnet', outcome: 'crashed', provider: 'webgpu', processor_ms: 9, card_ms: 3 } as const;
  const stopped: GraphicsStatus = { verdicts: [verdict], stopped: { network: 'modnet', reason: 'crashed' } };
  await check(null);
  await check({ verdicts: [], stopped: null });
  await check(stopped);
  await check({ ...stopped, verdicts: [] });
  expect(reported).toEqual([{ network: 'modnet', reason: 'crashed' }]);
  expect(health.now().graphics).toEqual({ ...stopped, verdicts: [] });
  await check({ verdicts: [], stopped: null });
  await check(stopped);
  expect(reported).toHaveLength(2);
});
