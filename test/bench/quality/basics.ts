/** What holds for every operation: the same again, the picture's own size and direction, and no face is no result. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { EngineError } from '../../../engine/engine-error.ts';
import { filesOf } from '../../../engine/operations/call.ts';
import type { Bench, Measure } from './measure.ts';
import { encodeFor, nobody, someone, uploadOf, type View } from './people.ts';
import { run } from './run.ts';

export async function measureBasics(spec: OperationSpec, view: View, { quick }: Bench): Promise<Measure[]> {
  const on = 'astronaut';
  const upload = await uploadOf(spec, someone(on), view, quick);
  const [one, two] = [await run(spec, upload), await run(spec, upload)];
  const bytesOf = (output: typeof one) => JSON.stringify(output.kind === 'analysis' ? output.body : output.kind);
  const same =
    bytesOf(one) === bytesOf(two) &&
    filesOf(one).every(({ bytes }, i) => Buffer.compare(bytes, filesOf(two)[i]!.bytes) === 0);
  const measures: Measure[] = [
    { name: 'the same again is bit for bit the same', on, value: Number(same), unit: 'yes', atLeast: 1 },
  ];
  if (spec.restore === 'alpha' || (spec.restore === 'difference' && spec.id !== 'ai-eyebrows')) {
    measures.push(await sizeOfTurned(spec, upload));
  }
  if (spec.faces) measures.push(await refusalOfNobody(spec));
  return measures;
}

/** A photograph that lies on its side and says so (EXIF orientation 6) comes out upright, at its own size. */
async function sizeOfTurned(spec: OperationSpec, upload: Buffer): Promise<Measure> {
  const { width, height } = await sharp(upload).metadata();
  const lying = await sharp(upload).rotate(-90).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
  const [file] = filesOf(await run(spec, lying));
  const result = await sharp(file!.bytes).autoOrient().toBuffer({ resolveWithObject: true });
  const kept = result.info.width === width && result.info.height === height;
  return { name: 'upright and of its own size', on: 'astronaut, lying', value: Number(kept), unit: 'yes', atLeast: 1 };
}

async function refusalOfNobody(spec: OperationSpec): Promise<Measure> {
  const upload = await encodeFor(spec, sharp(await readFile(nobody)).resize(600));
  const code = await run(spec, upload).then(
    () => 'taken',
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );
  const value = Number(code === 'ERROR_NO_FACE_IN_FILE');
  return { name: `no face is refused (${code})`, on: 'a cup of coffee', value, unit: 'yes', atLeast: 1 };
}
