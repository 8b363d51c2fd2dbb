/** The look of the best network of the catalogue that is on this computer, and which one that was. */
import {
  type CatalogueNetwork,
  type NetworkUse,
  ownNetwork,
  type PassedOver,
} from '../../../../preload/contract/networks.ts';
import type { Photo } from '../photo/decode.ts';
import { modelInput } from '../photo/size.ts';
import { enlarge, type Plane } from '../pixels/plane.ts';
import { presentNetworks, shortOfMemory } from '../runtimes/networks.ts';
import { isLoaded, runOnnx } from '../runtimes/onnx.ts';

/** A value below this everywhere means that nothing stands out. */
const conspicuous = 0.5;

const uses = new WeakMap<Photo, NetworkUse>();

/** Which network looked at `photo` for `bestLook`. */
export function networkUseOf(photo: Photo): NetworkUse | undefined {
  return uses.get(photo);
}

/** True where a network of the catalogue found the subject. */
export function isOfCatalogue(photo: Photo): boolean {
  return (uses.get(photo)?.used ?? ownNetwork) !== ownNetwork;
}

/**
 * How much each place of the photograph belongs to its subject, seen by the best network that is there and has memory.
 * Null where there is none, or where it sees nothing: then our own network is asked.
 * @param width px of the result; its aspect should be the photograph's.
 */
export async function bestLook(photo: Photo, width: number, height: number): Promise<Plane | null> {
  const passed: PassedOver[] = [];
  uses.set(photo, { used: ownNetwork, passed_over: passed });
  for (const network of presentNetworks()) {
    const short = shortOfMemory(network, isLoaded(network.id));
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
async function look(photo: Photo, { id, input, output }: CatalogueNetwork): Promise<Plane | null> {
  const { side, mean, deviation } = input;
  const prepared = await modelInput(photo, side, side, { mean, deviation, range: 'brightest' });
  const { data, width, height } = await runOnnx(id, prepared);
  const scores = output === 'logits' ? data.map((value) => 1 / (1 + Math.exp(-value))) : data;
  let least = Infinity;
  let most = -Infinity;
  for (const value of scores) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!(most >= conspicuous && most > least)) return null;
  const scale = 1 / (most - least);
  return { width, height, data: scores.map((value) => (value - least) * scale) };
}
