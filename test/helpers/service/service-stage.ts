/** Fixture for tests of the service client: a scripted server, a folder with photographs, and a client. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { createClient, type ServiceClient } from '../../../main/service/client.ts';
import type { ClientProfile } from '../../../main/service/requests/json-request.ts';
import { noise } from '../photograph/noise.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

export const testKey = 'key-5f2c9b7e41d84c0fa6';

/** Bytes with the start and end of a JPEG and no other marker; `size` of them (at least 5). */
export function jpegBytes(size: number): Buffer {
  const pixels = noise(size - 5).map((byte) => (byte === 0xff ? 0xfe : byte));
  return Buffer.concat([Buffer.from('ffd8ff', 'hex'), pixels, Buffer.from('ffd9', 'hex')]);
}

/** A complete PNG of one pixel. */
export const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface Stage {
  readonly server: ScriptedServer;
  readonly dir: string;
  readonly client: ServiceClient;
  /** A client of the same server with other settings. */
  clientWith(profile: Partial<ClientProfile>): ServiceClient;
  /** Writes a file into `dir` and returns its path. */
  file(name: string, bytes: Uint8Array): Promise<string>;
  /** Names of all files in `dir`. */
  files(): Promise<string[]>;
}

/** `test` with a new `stage` for each test. */
export const test = base.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  stage: async ({}, use) => {
    const server = await startScriptedServer();
    const dir = await mkdtemp(join(tmpdir(), 'burnish-service-'));
    const clientWith = (profile: Partial<ClientProfile>) =>
      createClient({ baseUrl: server.baseUrl, keyHeader: 'service-api-key', apiKey: testKey, ...profile });
    await use({
      server,
      dir,
      client: clientWith({}),
      clientWith,
      file: async (name, bytes) => {
        const path = join(dir, name);
        await writeFile(path, bytes);
        return path;
      },
      files: async () => (await readdir(dir)).sort(),
    });
    await server.close();
    await rm(dir, { recursive: true, force: true });
  },
});

/** Returns the ServiceFailure (or other error) that `promise` rejects with; fails the test if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<Record<string, unknown> & Error> {
  return promise.then(
    (value) => {
      throw new Error(`expected a failure, got ${JSON.stringify(value)}`);
    },
    (error) => error,
  );
}
