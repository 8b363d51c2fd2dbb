/**
 * Finds the ranges for quantizing U²-Net at set-up (scripts/setup/quantise.ts): `node test/bench/fusion/ranges.ts U2NET
 * FOLDER [FOLDER…]` runs the published network on the photographs at both of its sizes, and writes the smallest and largest
 * value of each tensor to scripts/setup/u2net-ranges.json.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { objectNormalization, objectSides } from '../../../engine/vision/matting/networks/object-matte.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { modelInput } from '../../../engine/vision/photo/resize.ts';
import { nameSides, readOnnx, writeOnnx } from '../../../scripts/setup/onnx.ts';
import { hasOwnRange } from '../../../scripts/setup/quantise.ts';

/** Longer side in px; the network does not use more. */
const side = 1000;
const digits = 4;

const [file, ...folders] = process.argv.slice(2);
if (!file || folders.length === 0) throw new Error('Name the file of the network, and folders of photographs.');
const model = readOnnx(await readFile(file));
const input = model.graph.input[0]!.name;
const watched = hasOwnRange(model);
const [first] = model.graph.output;
model.graph.output = watched.map((name) => ({ ...first!, name, type: { tensorType: { elemType: 1 } } }));
model.graph.valueInfo = [];
nameSides(model.graph.input);
const session = await InferenceSession.create(writeOnnx(model), { enableMemPattern: false, intraOpNumThreads: 1 });
const ranges = new Map(watched.map((name) => [name, [0, 0] as [number, number]]));

for (const folder of folders) {
  for (const name of (await readdir(folder)).filter((each) => /\.(jpe?g|png)$/i.test(each)).sort()) {
    const small = sharp(join(folder, name)).rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const photo = await decodePhoto(await small.jpeg({ quality: 92 }).toBuffer());
    for (const px of objectSides) {
      const { data } = await modelInput(photo, px, px, objectNormalization);
      widen(input, data);
      const seen = await session.run({ [input]: new Tensor('float32', data, [1, 3, px, px]) });
      for (const [tensor, { data: values }] of Object.entries(seen)) widen(tensor, values as Float32Array);
    }
    console.log(name);
  }
}
const rows = [...ranges].map(([name, range]) => {
  return `  ${JSON.stringify(name)}: [${range.map((value) => Number(value.toPrecision(digits))).join(', ')}]`;
});
await writeFile(new URL('../../../scripts/setup/u2net-ranges.json', import.meta.url), `{\n${rows.join(',\n')}\n}\n`);

function widen(name: string, values: Float32Array): void {
  const range = ranges.get(name) ?? [0, 0];
  for (const value of values) {
    if (value < range[0]) range[0] = value;
    if (value > range[1]) range[1] = value;
  }
  ranges.set(name, range);
}
