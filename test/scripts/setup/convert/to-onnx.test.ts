import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import type { Layer, LayerSettings, Network, Weights } from '../../../../scripts/setup/convert/network.ts';
import { toOnnx } from '../../../../scripts/setup/convert/to-onnx.ts';

const floats = (dims: number[], values: number[]): Weights => ({ dims, values: Float32Array.from(values) });
const ints = (...values: number[]): Weights => ({ dims: [values.length], values: Int32Array.from(values) });
const counted = (count: number, step = 1) => Array.from({ length: count }, (_, i) => (((i * 7) % 11) - 5) * step);

type Given = { dims: number[]; values: number[]; weights?: Record<string, Weights> };

/** Runs a network of a few layers on the input `in`. */
async function run({ dims, values, weights = {} }: Given, layers: Layer[], outputs = ['out']) {
  const network: Network = {
    input: { name: 'in', dims, type: 'float' },
    outputs,
    layers,
    weights: new Map(Object.entries(weights)),
  };
  const session = await InferenceSession.create(toOnnx(network));
  const given = await session.run({ in: new Tensor('float32', Float32Array.from(values), dims) });
  await session.release();
  return outputs.map((name) => ({ dims: given[name]!.dims, values: [...(given[name]!.data as Float32Array)] }));
}
const layer = (op: string, inputs: string[], of: LayerSettings = {}, outputs = ['out']): Layer => ({
  ...{ op, inputs, outputs, settings: of },
});

/**
 * Convolution with TensorFlow's SAME padding: the output is the input's size divided by the stride, and an odd pad
 * goes to the bottom and right.
 */
function convolved(picture: number[], side: number, filter: number[], size: number, stride: number): number[] {
  const out = Math.ceil(side / stride);
  const before = Math.floor(Math.max(0, (out - 1) * stride + size - side) / 2);
  return Array.from({ length: out * out }, (_, at) => {
    let sum = 0;
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) {
        const y = Math.floor(at / out) * stride + dy - before;
        const x = (at % out) * stride + dx - before;
        if (y >= 0 && x >= 0 && y < side && x < side) sum += picture[y * side + x]! * filter[dy * size + dx]!;
      }
    }
    return sum;
  });
}

test.for([
  [5, 2],
  [6, 2],
  [6, 1],
] as const)('a convolution of %i px by steps of %i is padded as TensorFlow does', async ([side, stride]) => {
  const picture = counted(side * side);
  const filter = counted(9, 0.5);
  const given = { dims: [1, side, side, 1], values: picture, weights: { filter: floats([1, 1, 3, 3], filter) } };
  const [out] = await run(given, [layer('Conv2D', ['in', 'filter'], { strides: [stride, stride], padding: 'SAME' })]);
  const expected = convolved(picture, side, filter, 3, stride);
  expect(out!.dims).toEqual([1, Math.ceil(side / stride), Math.ceil(side / stride), 1]);
  for (const [i, value] of out!.values.entries()) expect(value).toBeCloseTo(expected[i]!, 4);
});

test('keeps channels last, and puts fused operations after their layer', async () => {
  const given = {
    ...{ dims: [1, 1, 2, 2], values: [1, 2, 3, -4] },
    weights: {
      filter: floats([2, 2, 1, 1], [1, 0, 0, 10]),
      bias: floats([2], [0.5, -0.5]),
      slopes: floats([2], [1, 0.1]),
    },
  };
  const plain = layer('Conv2D', ['in', 'filter', 'bias'], { padding: 'VALID', activation: 'Relu6' });
  expect((await run(given, [plain]))[0]!.values).toEqual([1.5, 6, 3.5, 0]);
  const sloped = layer('Conv2D', ['in', 'filter', 'bias', 'slopes'], { padding: 'VALID', activation: 'Prelu' });
  const [out] = await run(given, [sloped]);
  expect(out!.values.map((value) => Math.round(value * 100) / 100)).toEqual([1.5, 19.5, 3.5, -4.05]);
});

test('each channel has its own filter in a depthwise convolution, even if weights have 16 bits', async () => {
  const given = {
    ...{ dims: [1, 1, 2, 2], values: [1, 2, 3, 4] },
    weights: { filter: { ...floats([2, 1, 1, 1], [2, -1.5]), isHalf: true } },
  };
  const [out] = await run(given, [layer('DepthwiseConv2dNative', ['in', 'filter'], { padding: 'SAME' })]);
  expect(out!.values).toEqual([2, -3, 6, -6]);
});

test('pools, pads and resizes', async () => {
  const given = {
    dims: [1, 2, 3, 1],
    values: [1, 2, 3, 4, 5, 6],
    weights: { size: ints(4, 3), sides: ints(0, 0, 1, 0, 0, 0, 0, 1) },
  };
  const pooled = layer('MaxPool', ['in'], { window: [2, 2], strides: [2, 2], padding: 'SAME' });
  expect((await run(given, [pooled]))[0]).toEqual({ dims: [1, 1, 2, 1], values: [5, 6] });
  const [padded] = await run(given, [layer('Pad', ['in', 'sides'])]);
  expect(padded).toEqual({ dims: [1, 3, 3, 2], values: [0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0] });
  const [smooth] = await run(given, [layer('ResizeBilinear', ['in', 'size'], { fromMiddle: true })]);
  expect(smooth!.values).toEqual([1, 2, 3, 1.75, 2.75, 3.75, 3.25, 4.25, 5.25, 4, 5, 6]);
  const [fromCorner] = await run(given, [layer('ResizeBilinear', ['in', 'size'])]);
  expect(fromCorner!.values).toEqual([1, 2, 3, 2.5, 3.5, 4.5, 4, 5, 6, 4, 5, 6]);
  const [near] = await run(given, [layer('ResizeNearestNeighbor', ['in', 'size'])]);
  expect(near!.values).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]);
});

test('splits, concatenates, and finds the maximum', async () => {
  const given = { dims: [2, 3], values: [1, 5, 3, 9, 2, 4], weights: { one: ints(1) } };
  const apart = layer('Unpack', ['in'], { axis: 0 }, ['first', 'second']);
  const [packed] = await run(given, [apart, layer('Pack', ['second', 'first'], { axis: 1 })]);
  expect(packed).toEqual({ dims: [3, 2], values: [9, 1, 2, 5, 4, 3] });
  const found = [
    layer('ArgMax', ['in'], { axis: 1 }, ['at']),
    layer('ExpandDims', ['at'], { axis: 1 }, ['places']),
    layer('Cast', ['places'], { type: 'float' }),
  ];
  expect((await run(given, found))[0]).toEqual({ dims: [2, 1], values: [1, 0] });
  const gathered = [...found.slice(0, 2), layer('GatherNd', ['in', 'places'])];
  expect((await run(given, gathered))[0]!.values).toEqual([9, 2, 4, 1, 5, 3]);
});

test('adds, averages and returns several outputs', async () => {
  const given = { dims: [1, 2, 2], values: [1, 2, 3, 4] };
  const [sum, mean] = await run(
    given,
    [
      layer('Sum', ['in'], { axes: [1], hasKeptAxes: true }, ['sum']),
      layer('Mean', ['in'], { axes: [1, 2] }, ['mean']),
    ],
    ['sum', 'mean'],
  );
  expect(sum).toEqual({ dims: [1, 1, 2], values: [4, 6] });
  expect(mean).toEqual({ dims: [1], values: [2.5] });
});

test('rejects an unknown kind of layer', async () => {
  await expect(run({ dims: [1], values: [1] }, [layer('Erf', ['in'])])).rejects.toThrow(
    'Layers of type Erf are not supported',
  );
});
