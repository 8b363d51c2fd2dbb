/** The peer of cutouts: @imgly/background-removal-node, whose license (AGPL) keeps it out of the project. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchPackages } from '../shared/packages.ts';

const folder = new URL('../peers/', import.meta.url).pathname;
const dist = join(folder, 'node_modules/@imgly/background-removal-node/dist');
const entry = join(dist, 'index.mjs');
const manifest = {
  dependencies: { '@imgly/background-removal-node': '1.4.5' },
  overrides: { sharp: '0.33.5' },
};

/** Downloads the peer if missing. Returns an error message. */
export const fetchPeer = (): Promise<string | undefined> => fetchPackages(folder, manifest, entry);

interface Peer {
  removeBackground(image: Blob, config: { publicPath: string }): Promise<Blob>;
}

/** Returns a function that cuts out a JPEG with the peer and returns a PNG with alpha. */
export async function loadPeer(): Promise<(jpeg: Uint8Array) => Promise<Buffer>> {
  const peer = (await import(pathToFileURL(entry).href)) as Peer;
  const config = { publicPath: `${pathToFileURL(dist).href}/` };
  return async (jpeg) => {
    const cut = await peer.removeBackground(new Blob([Buffer.from(jpeg)], { type: 'image/jpeg' }), config);
    return Buffer.from(await cut.arrayBuffer());
  };
}
