/**
 * Finds the ranges for quantizing MODNet at set-up (scripts/setup/quantise-modnet.ts): `node test/bench/fusion/modnet-ranges.ts
 * MODNET PHOTOGRAPH…` runs the published network on photographs at both sizes of the engine, and writes the smallest and
 * largest values to scripts/setup/modnet-ranges.json (then run `npx biome check --write scripts/setup`).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { portraitInput, portraitSide } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { fineSide } from '../../../engine/vision/matting/people-matte.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { readOnnx, writeOnnx } from '../../../scripts/setup/onnx.ts';
import { modnetTensors } from '../../../scripts/setup/quantise-modnet.ts';

type Range = [min: number, max: number];
const digits = 4;

const [file, ...photographs] = process.argv.slice(2);
if (!file || photographs.length === 0) throw new Error('Name the file of the network, and photographs.');
const model = readOnnx(await readFile(file));
const input = model.graph.input[0]!.name;
const watched = modnetTensors(model);
const [first] = model.graph.output;
model.graph.output = [...watched.tensors, ...watched.channels].map((name) => {
  return { ...first!, name, type: { tensorType: { elemType: 1 } } };
});
const session = await InferenceSession.create(writeOnnx(model), { enableMemPattern: false, intraOpNumThreads: 1 });
const tensors = new Map<string, Range>();
const channels = new Map<string, Range[]>();

for (const path of photographs) {
  const photo = await decodePhoto(await readFile(path));
  for (const px of [portraitSide, fineSide]) {
    const { data, width, height } = await portraitInput(photo, px);
    const seen = await session.run({ [input]: new Tensor('float32', data, [1, 3, height, width]) });
    for (const name of watched.tensors) tensors.set(name, widen(tensors.get(name), seen[name]!.data as Float32Array));
    for (const name of watched.channels) {
      const { data: values, dims } = seen[name]!;
      const each = values.length / dims[1]!;
      const ranges = Array.from({ length: dims[1]! }, (_, channel) =>
        widen(channels.get(name)?.[channel], (values as Float32Array).subarray(channel * each, (channel + 1) * each)),
      );
      channels.set(name, ranges);
    }
  }
  console.log(path);
}
const rounded = ([min, max]: Range) => [Number(min.toPrecision(digits)), Number(max.toPrecision(digits))];
const ranges = {
  tensors: Object.fromEntries([...tensors].map(([name, range]) => [name, rounded(range)])),
  channels: Object.fromEntries([...channels].map(([name, list]) => [name, list.map(rounded)])),
};
await writeFile(new URL('../../../scripts/setup/modnet-ranges.json', import.meta.url), `${JSON.stringify(ranges)}\n`);

function widen([min, max]: Range = [Infinity, -Infinity], values: Float32Array): Range {
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}
