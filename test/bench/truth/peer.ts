/** The program we are measured against. Its licence (AGPL) keeps it out of the project: it is fetched for the benchmark alone. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = new URL('../peers/', import.meta.url).pathname;
const dist = join(folder, 'node_modules/@imgly/background-removal-node/dist');
const patienceMs = 10 * 60_000;

/** Fetches the peer unless it is there; a sentence when it cannot be had. Nothing of its packages is run on the way. */
export async function fetchPeer(): Promise<string | undefined> {
  if (existsSync(join(dist, 'index.mjs'))) return undefined;
  await mkdir(folder, { recursive: true });
  const dependencies = { '@imgly/background-removal-node': '1.4.5' };
  const manifest = { private: true, dependencies, overrides: { sharp: '0.33.5' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  console.error('  fetching the peer, 300 MB');
  const ended = await new Promise<string | undefined>((resolve) => {
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
    const child = spawn('npm', words, { cwd: folder, stdio: 'ignore', timeout: patienceMs });
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`));
  });
  return existsSync(join(dist, 'index.mjs'))
    ? undefined
    : `The peer could not be fetched (${ended ?? 'nothing came'}).`;
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
