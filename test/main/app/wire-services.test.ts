import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../../contract/messages/message.ts';
import { wireServices } from '../../../main/app/wire-services.ts';
import type { EngineChild } from '../../../main/service/engine/engine-host.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { openStore } from '../../../main/store/index.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { matchingMessage } from '../../helpers/run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

/** Creates an engine process that serves the scripted service until it is stopped. */
function engineOf(server: ScriptedServer): EngineChild {
  let onExit: (code: number | null) => void = () => {};
  return {
    onLine: (listener) => queueMicrotask(() => listener(JSON.stringify({ baseUrl: server.baseUrl, apiKey: 'k' }))),
    onExit: (listener) => {
      onExit = listener;
    },
    stop: () => onExit(0),
  };
}

async function open() {
  const server = await startScriptedServer();
  const folder = scratchFolder();
  const store = openStore({ folder: join(folder, 'data') });
  const launched: boolean[] = [];
  const notices: Message[] = [];
  const parts = wireServices({
    ...{ store, keys: createMemoryKeyStore(), log: { warn: () => {} }, dataDir: folder },
    launchEngine: (hasGraphics) => {
      launched.push(hasGraphics);
      return engineOf(server);
    },
    onChange: () => {},
    onNotice: (text) => notices.push(text),
  });
  onTestFinished(async () => {
    await parts.stop();
    store.close();
    await server.close();
  });
  return { parts, store, server, launched, notices };
}

test('the engine uses the graphics card of the settings, and restarts when that changes', async () => {
  const { parts, store, launched } = await open();
  store.settings.save({ graphics: true });
  await Promise.resolve();
  expect(launched).toEqual([]);
  await parts.engine.address();
  expect(launched).toEqual([true]);
  store.settings.save({ graphics: false });
  await expect.poll(() => launched).toEqual([true, false]);
  store.settings.save({ notifications: false });
  store.settings.save({ graphics: true });
  await expect.poll(() => launched).toEqual([true, false, true]);
});

test('the window shows once that the graphics card is no longer used', async () => {
  const { parts, server, notices } = await open();
  const graphics = { verdicts: [], stopped: { network: 'modnet', reason: 'crashed' } };
  server.script('GET /health', { json: { error_code: 0, data: { models: [], graphics } } });
  await parts.engine.address();
  await parts.checkHealth();
  await parts.checkHealth();
  expect(notices).toEqual([matchingMessage(/graphics card did not run MODNet/)]);
  expect(parts.engineStatus().graphics).toEqual(graphics);
});
