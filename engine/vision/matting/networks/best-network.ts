/** The look of the best network of the catalogue that is on this computer, and which one that was. */
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

/** Which network looked at `photo` for `bestNetworkMatte`. */
export function networkUseOf(photo: Photo): NetworkUse | undefined {
  return uses.get(photo);
}

/**
 * How much each place of the photograph belongs to its subject, seen by the best network that is there and has memory.
 * Null where there is none, or where it sees nothing: then our own network is asked.
 * @param width px of the result; its aspect should be the photograph's.
 */
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

/** The network's own plane, 0..1; null when nothing stands out. @throws Error when its file is damaged, or memory ended */
async function look(photo: Photo, { id, input, output }: CatalogNetwork): Promise<Plane | null> {
  const { side, mean, deviation } = input;
  const prepared = await modelInput(photo, side, side, { mean, deviation, range: 'brightest' });
  const { data, width, height } = await runOnnx(id, prepared);
  const scores = output === 'logits' ? data.map((value) => 1 / (1 + Math.exp(-value))) : data;
  return normalizeSalience({ width, height, data: scores });
}
