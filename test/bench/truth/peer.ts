/**
 * Peers that benchmarks download: @imgly/background-removal-node, whose license (AGPL) keeps it out of the project, and
 * @vladmandic/human, whose face models ours were converted from.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = new URL('../peers/', import.meta.url).pathname;
const dist = join(folder, 'node_modules/@imgly/background-removal-node/dist');
const dependencies = {
  '@imgly/background-removal-node': '1.4.5',
  '@vladmandic/human': '3.3.6',
  '@tensorflow/tfjs-core': '4.22.0',
  '@tensorflow/tfjs-converter': '4.22.0',
  '@tensorflow/tfjs-backend-wasm': '4.22.0',
};

export const peerRequire = createRequire(join(folder, 'peer.cjs'));
const timeoutMs = 10 * 60_000;

const areInstalled = () =>
  existsSync(join(dist, 'index.mjs')) && existsSync(join(folder, 'node_modules/@vladmandic/human'));

/** Downloads the peers if missing, without running their scripts. Returns an error message. */
export async function fetchPeer(): Promise<string | undefined> {
  if (areInstalled()) return undefined;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, dependencies, overrides: { sharp: '0.33.5' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  console.error('  fetching the peers, 430 MB');
  const ended = await new Promise<string | undefined>((resolve) => {
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
    const child = spawn('npm', words, { cwd: folder, stdio: 'ignore', timeout: timeoutMs });
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`));
  });
  return areInstalled() ? undefined : `The peers could not be fetched (${ended ?? 'nothing came'}).`;
}

interface Peer {
  removeBackground(image: Blob, config: { publicPath: string }): Promise<Blob>;
}

/** Returns a function that cuts out a JPEG with the peer and returns a PNG with alpha. */
export async function loadPeer(): Promise<(jpeg: Uint8Array) => Promise<Buffer>> {
  const peer = (await import(pathToFileURL(join(dist, 'index.mjs')).href)) as Peer;
  const config = { publicPath: `${pathToFileURL(dist).href}/` };
  return async (jpeg) => {
    const cut = await peer.removeBackground(new Blob([Buffer.from(jpeg)], { type: 'image/jpeg' }), config);
    return Buffer.from(await cut.arrayBuffer());
  };
}
