/** Processor time of a portrait cutout, next to that of its network alone. */
import sharp from 'sharp';
import { runOperation } from '../../../engine/operations/index.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { freeModels } from '../../../engine/vision/runtimes/onnx-sessions.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { compare, type Measurement } from './readings.ts';

const portrait = new URL('../../photos/people/f3.jpg', import.meta.url).pathname;

export const engine: Measurement = async ({ short }) => {
  const side = short ? 320 : 1024;
  const upload = await sharp(portrait).resize(side, side).jpeg({ quality: 95 }).toBuffer();
  const photo = await decodePhoto(upload);
  try {
    // The first run loads the network.
    await portraitMatte(photo);
    const alone = await processorOf(() => portraitMatte(photo));
    const operation = await processorOf(() => runOperation(callOf('portrait-background-removal', upload)));
    const note = `processor of a portrait of ${side} px, beside MODNet alone`;
    return [compare('engine', 's', [operation, alone], null, note)];
  } finally {
    await freeModels();
  }
};

async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
