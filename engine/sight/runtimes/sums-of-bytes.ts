/** How this processor adds up products of bytes, which quantised networks are made of. */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';

let found: Promise<boolean> | undefined;

/**
 * Whether sums of products are cut off at 16 bits, which spoils quantised networks: so do x86 processors without VNNI (Intel's
 * before 2019, AMD's before 2022), unless ONNX Runtime is told to be precise, which takes three times as long. Tried once, in a moment.
 */
export function cutsOffSums(): Promise<boolean> {
  found ??= tried();
  return found;
}

async function tried(): Promise<boolean> {
  const session = await InferenceSession.create(
    await readFile(new URL('./fitted/sums-of-bytes.onnx', import.meta.url)),
  );
  const bytes = new Tensor('uint8', new Uint8Array(4).fill(255), [1, 4]);
  const weights = new Tensor('int8', new Int8Array(4).fill(127), [4, 1]);
  const { sum } = await session.run({ bytes, weights });
  await session.release();
  return (sum!.data as Int32Array)[0] !== 4 * 255 * 127;
}
