import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operationIds } from '../../../../../contract/operations/operation-spec.ts';
import { networks } from '../../../../../contract/services/networks.ts';
import { startEngine } from '../../../../../engine/service/engine.ts';
import {
  apiKey,
  ask,
  handClock,
  postImage,
  scratchDir,
  startTestEngine,
} from '../../../../helpers/engine/running-engine.ts';
import { smallNetwork } from '../../../../helpers/engine/small-network.ts';

test('credits never run out', async () => {
  const { status, body } = await ask(await startTestEngine(), '/api/common/query-credits');
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { unique_sign: 'common', name: 'Built-in engine', balance: 1e9, total: 1e9, unlimited: true },
  ]);
});

test('the status lists operations, workers and tasks', async () => {
  const clock = handClock();
  const engine = await startTestEngine({ clock });
  clock.advance(1234);
  const { data } = (await ask(engine, '/health')).body;
  expect(data).toEqual({
    uptime_ms: 1234,
    implemented: [...operationIds],
    models: expect.arrayContaining([
      { name: 'modnet', loaded: false },
      { name: 'selfie-multiclass', loaded: false },
    ]),
    graphics: null,
    networks: { there: [], used: 'u2net', passed_over: [] },
    workshop: { busy: 0, waiting: 0, workers: 0, models: [] },
    tasks: { queued: 0, processing: 0 },
    memory: { resident_bytes: expect.any(Number), heap_bytes: expect.any(Number) },
  });
});

test('an installed network is used, shown in response and status, and released on request', async () => {
  const folder = await scratchDir();
  vi.stubEnv('BURNISH_NETWORKS', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(folder, 'isnet-general-use.onnx'), smallNetwork(networks[3]!));
  // The engine's own worker, with all its operations.
  const engine = await startEngine({ dataDir: await scratchDir(), apiKey });
  onTestFinished(async () => void (await engine.close()));
  const networksNow = async () => (await ask(engine, '/health')).body.data.networks;
  const there = (loaded: boolean) => [{ name: 'isnet-general-use', loaded }];
  const use = { used: 'isnet-general-use', passed_over: [] };
  expect(await networksNow()).toEqual({ there: there(false), ...use });
  const cut = async (headers: Record<string, string>) =>
    (await postImage(engine, 'commodity-background-removal', await brightSquare(), {}, { headers })).body;
  expect((await cut({ 'burnish-extensions': 'network' })).network).toEqual(use);
  expect(await cut({})).not.toHaveProperty('network');
  expect(await networksNow()).toEqual({ there: there(true), ...use });
  const release = (name: string) => ask(engine, `/networks/release/${name}`, { method: 'POST' });
  expect((await release('isnet-general-use')).body.data).toEqual({ released: 'isnet-general-use' });
  expect(await networksNow()).toEqual({ there: there(false), ...use });
  expect((await release('u2net')).status).toBe(404);
  expect((await release('..%2f..%2fx')).status).toBe(404);
});

async function brightSquare(): Promise<Uint8Array> {
  const input = await sharp({ create: { width: 160, height: 160, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  const dark = { create: { width: 480, height: 320, channels: 3 as const, background: '#111' } };
  return new Uint8Array(await sharp(dark).composite([{ input }]).png().toBuffer());
}
