/** The methods of cutting out: operations of the engine, its networks alone, and the peer. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { filesOf } from '../../../engine/operations/call.ts';
import { createPlane, enlarge, type Plane } from '../../../engine/pixels/plane.ts';
import { objectMatte } from '../../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { run } from '../quality/run.ts';
import { readMask, writeMask } from './masks.ts';
import { loadPeer } from './peer.ts';
import type { Contender, Effort } from './report.ts';

type Cut = (jpeg: Buffer) => Promise<Plane>;

const operation =
  (id: OperationId): Cut =>
  async (jpeg) =>
    readMask(Buffer.from(filesOf(await run(operations[id], jpeg, { return_form: 'mask' }))[0]!.bytes));

const alone =
  (matte: (photo: Photo) => Promise<Plane | null>): Cut =>
  async (jpeg) => {
    const photo = await decodePhoto(jpeg);
    return enlarge((await matte(photo)) ?? createPlane(1, 1), photo.width, photo.height);
  };

const cutFactories: Readonly<Record<Contender, () => Promise<Cut>>> = {
  universal: async () => operation('universal-background-removal'),
  portrait: async () => operation('portrait-background-removal'),
  u2net: async () => alone(objectMatte),
  modnet: async () => alone(portraitMatte),
  peer: async () => {
    const cut = await loadPeer();
    return async (jpeg) => readMask(await cut(jpeg));
  },
};

/** Cuts pictures of a folder out by one method, in a process of its own. Writes ID-NAME.png. */
export async function cutOut(name: Contender, folder: string, ids: readonly string[]): Promise<Effort> {
  const cut = await cutFactories[name]();
  const effort: Effort = { times: {}, refusals: {}, peakMb: 0 };
  for (const id of ids) {
    const jpeg = await readFile(join(folder, `${id}.jpg`));
    const began = performance.now();
    try {
      const mask = await cut(jpeg);
      effort.times[id] = Math.round(performance.now() - began);
      await writeMask(mask, join(folder, `${id}-${name}.png`));
    } catch (error) {
      effort.refusals[id] = (error as Error).message;
    }
  }
  return { ...effort, peakMb: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6) };
}
