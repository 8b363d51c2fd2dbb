/** Runs the best installed network of the catalog, which has all numbers. */
import {
  bundledNetwork,
  type CatalogNetwork,
  type NetworkUse,
  type SkippedNetwork,
} from '../../../../contract/services/networks.ts';
import { enlarge, type Plane } from '../../../pixels/plane.ts';
import type { Photo } from '../../photo/decode.ts';
import { modelInput } from '../../photo/resize.ts';
import { findMemoryShortage, installedNetworks } from '../../runtimes/available-networks.ts';
import { isLoaded, runOnnx } from '../../runtimes/onnx.ts';
import { normalizeSalience } from './object-matte.ts';

const uses = new WeakMap<Photo, NetworkUse>();

export function networkUseOf(photo: Photo): NetworkUse | undefined {
  return uses.get(photo);
}

/** Returns null if no network fits into memory or nothing is salient; U²-Net replaces it. */
export async function bestNetworkMatte(photo: Photo, width: number, height: number): Promise<Plane | null> {
  const passed: SkippedNetwork[] = [];
  uses.set(photo, { used: bundledNetwork, passed_over: passed });
  for (const network of installedNetworks()) {
    const short = findMemoryShortage(network, isLoaded(network.id));
    if (short !== null) {
      passed.push(short);
      continue;
    }
    const seen = await look(photo, network).catch(() => undefined);
    if (seen === undefined) {
      passed.push({ network: network.id, reason: 'broken' });
      continue;
    }
    if (seen === null) return null;
    uses.set(photo, { used: network.id, passed_over: passed });
    return enlarge(seen, width, height);
  }
  return null;
}

/** @throws Error if file or memory fail */
async function look(photo: Photo, { id, input, output }: CatalogNetwork): Promise<Plane | null> {
  const { side, mean, deviation } = input;
  const prepared = await modelInput(photo, side, side, { mean, deviation, range: 'brightest' });
  const { data, width, height } = await runOnnx(id, prepared);
  const scores = output === 'logits' ? data.map((value) => 1 / (1 + Math.exp(-value))) : data;
  return normalizeSalience({ width, height, data: scores });
}
