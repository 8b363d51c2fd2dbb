/**
 * The programs we are measured against, fetched for the benchmark alone: @imgly/background-removal-node, which its licence (AGPL) keeps
 * out of the project, and @vladmandic/human, which looks at faces with the models that ours were converted from.
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

/** Resolves the peers' own packages. */
export const peerRequire = createRequire(join(folder, 'peer.cjs'));
const patienceMs = 10 * 60_000;

const isThere = () => existsSync(join(dist, 'index.mjs')) && existsSync(join(folder, 'node_modules/@vladmandic/human'));

/** Fetches the peers unless they are there; a sentence when they cannot be had. Nothing of their packages is run on the way. */
export async function fetchPeer(): Promise<string | undefined> {
  if (isThere()) return undefined;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, dependencies, overrides: { sharp: '0.33.5' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  console.error('  fetching the peers, 430 MB');
  const ended = await new Promise<string | undefined>((resolve) => {
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
    const child = spawn('npm', words, { cwd: folder, stdio: 'ignore', timeout: patienceMs });
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`));
  });
  return isThere() ? undefined : `The peers could not be fetched (${ended ?? 'nothing came'}).`;
}

interface Peer {
  removeBackground(image: Blob, config: { publicPath: string }): Promise<Blob>;
}

/** What cuts out with the peer, as its users do: a JPEG in, a PNG with an alpha out. */
export async function loadPeer(): Promise<(jpeg: Uint8Array) => Promise<Buffer>> {
  const peer = (await import(pathToFileURL(join(dist, 'index.mjs')).href)) as Peer;
  const config = { publicPath: `${pathToFileURL(dist).href}/` };
  return async (jpeg) => {
    const cut = await peer.removeBackground(new Blob([Buffer.from(jpeg)], { type: 'image/jpeg' }), config);
    return Buffer.from(await cut.arrayBuffer());
  };
}
