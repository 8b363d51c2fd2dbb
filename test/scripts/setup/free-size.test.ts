import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { freeSize } from '../../../scripts/setup/free-size.ts';
import { smallNetwork } from '../../helpers/small-network.ts';

type Ask = (side: number) => Promise<{ dims: readonly number[]; data: Float32Array }>;

/** A network of 320 x 320 px, freed or as it is, asked about a slope of greys. */
async function network(freed: boolean): Promise<Ask> {
  const bytes = smallNetwork({ input: { side: 320, mean: [0, 0, 0], deviation: [1, 1, 1] }, output: 'scores' });
  if (freed) freeSize(bytes);
  const session = await InferenceSession.create(bytes);
  onTestFinished(() => session.release());
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return async (side) => {
    const data = Float32Array.from({ length: 3 * side * side }, (_, i) => ((i % side) / side) * 2 - 1);
    const { [output]: plane } = await session.run({ [input]: new Tensor('float32', data, [1, 3, side, side]) });
    return { dims: plane!.dims, data: plane!.data as Float32Array };
  };
}

test('a freed network answers as before at its own size, and takes another', async () => {
  const [fixed, free] = [await network(false), await network(true)];
  expect((await free(320)).data).toEqual((await fixed(320)).data);
  expect((await free(384)).dims).toEqual([1, 1, 384, 384]);
  await expect(fixed(384)).rejects.toThrow('dimension');
});

test('says what is no network', () => {
  expect(() => freeSize(new TextEncoder().encode('not a network, but long enough to read'))).toThrow('no ONNX model');
  expect(() => freeSize(new Uint8Array())).toThrow('no graph');
});
