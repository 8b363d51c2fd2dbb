import { expect, test } from 'vitest';
import { engineHealth, releaseNetwork } from '../../../../main/service/engine/health.ts';
import { startTestEngine } from '../../../helpers/running-engine.ts';

const apiKey = 'key-for-tests';

test('the engine tells its models, its memory and the network it would use', async () => {
  const { baseUrl } = await startTestEngine({ apiKey });
  const health = await engineHealth({ baseUrl, apiKey });
  expect(health.models.map(({ name }) => name)).toContain('u2net');
  expect(health.memoryBytes).toBeGreaterThan(0);
  expect(health.use).toEqual({ used: 'u2net', passed_over: [] });
});

test('a network is let go of by an engine that runs; one that does not has none', async () => {
  const { baseUrl } = await startTestEngine({ apiKey });
  const address = async () => ({ baseUrl, apiKey });
  await releaseNetwork({ condition: { condition: 'ready', message: null }, address }, 'isnet-general-use');
  const never = () => Promise.reject(new Error('must not be started for this'));
  await releaseNetwork({ condition: { condition: 'stopped', message: null }, address: never }, 'isnet-general-use');
});

test('an engine that is gone is a failure, and not waited for', async () => {
  const address = async () => ({ baseUrl: 'http://127.0.0.1:9', apiKey });
  const host = { condition: { condition: 'ready', message: null }, address } as const;
  await expect(releaseNetwork(host, 'isnet-general-use')).rejects.toThrow();
});
