/** Promises of every operation: repeatable results, size and orientation of the photograph, and no result without a face. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { EngineError } from '../../../../engine/engine-error.ts';
import { filesOf } from '../../../../engine/operations/call.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { encodeFor, findPeople, sceneWithoutPeople, uploadOf, type View } from '../people.ts';
import type { Bench } from '../report.ts';
import { run } from '../run.ts';

export async function measureBasics(spec: OperationSpec, view: View, { quick }: Bench): Promise<Measure[]> {
  const on = 'astronaut';
  const upload = await uploadOf(spec, findPeople(on), view, quick);
  const [first, second] = [await run(spec, upload), await run(spec, upload)];
  const bytesOf = (output: typeof first) => JSON.stringify(output.kind === 'analysis' ? output.body : output.kind);
  const same =
    bytesOf(first) === bytesOf(second) &&
    filesOf(first).every(({ bytes }, i) => Buffer.compare(bytes, filesOf(second)[i]!.bytes) === 0);
  const measures: Measure[] = [
    measuresOn(on)('the same again is bit for bit the same', Number(same), 'yes', { atLeast: 1 }),
  ];
  if (spec.restore === 'alpha' || (spec.restore === 'difference' && spec.id !== 'ai-eyebrows')) {
    measures.push(await sizeOfTurned(spec, upload));
  }
  if (spec.faces) measures.push(await measureRefusal(spec));
  return measures;
}

/** Checks that a photograph with EXIF orientation 6 comes back upright at its own size. */
async function sizeOfTurned(spec: OperationSpec, upload: Buffer): Promise<Measure> {
  const { width, height } = await sharp(upload).metadata();
  const lying = await sharp(upload).rotate(-90).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
  const [file] = filesOf(await run(spec, lying));
  const result = await sharp(file!.bytes).autoOrient().toBuffer({ resolveWithObject: true });
  const kept = result.info.width === width && result.info.height === height;
  return measuresOn('astronaut, lying')('upright and of its own size', Number(kept), 'yes', { atLeast: 1 });
}

async function measureRefusal(spec: OperationSpec): Promise<Measure> {
  const upload = await encodeFor(spec, sharp(await readFile(sceneWithoutPeople)).resize(600));
  const code = await run(spec, upload).then(
    () => 'taken',
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );
  const value = Number(code === 'ERROR_NO_FACE_IN_FILE');
  return measuresOn('a cup of coffee')(`no face is refused (${code})`, value, 'yes', { atLeast: 1 });
}
