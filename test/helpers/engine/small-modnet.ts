/**
 * A network with MODNet's layers and few channels: a stem, a block at half the size that also reads the photograph,
 * and the matte.
 */
import { GraphBuilder } from '../../../scripts/setup/convert/graph-builder.ts';
import { dataTypes, writeOnnx } from '../../../scripts/setup/onnx.ts';
import { createSeededRandom } from '../run/seeded-random.ts';

const channels = 8;

export function smallModnet(): Uint8Array {
  const graph = new GraphBuilder(new Map());
  const random = createSeededRandom('small MODNet');
  const floats = (name: string, dims: readonly number[], value: () => number) => {
    const count = dims.reduce((product, size) => product * size, 1);
    return graph.constant(name, dims, dataTypes.float, Float32Array.from({ length: count }, value));
  };
  const conv = (from: string, inputs: number, outputs: number, side: number, output: string, strides = [1, 1]) => {
    const weights = floats(`${output} weights`, [outputs, inputs, side, side], () => random.next() - 0.5);
    const bias = floats(`${output} bias`, [outputs], () => random.next() - 0.5);
    const pads = Array<number>(4).fill((side - 1) / 2);
    return graph.put('Conv', [from, weights, bias], { strides, pads, kernel_shape: [side, side] }, output);
  };
  const block = (from: string, inputs: number, output: string) => {
    const seen = conv(from, inputs, channels, 3, `${output} seen`);
    const half = channels / 2;
    const part = (start: number, end: number) =>
      graph.put('Slice', [seen, graph.int64List([start]), graph.int64List([end]), graph.int64List([1])]);
    const list = (kind: string, value: () => number) => floats(`${output} ${kind}`, [half], value);
    const fixed = graph.put('BatchNormalization', [
      part(0, half),
      list('gamma', () => 1 + random.next()),
      list('beta', () => random.next() - 0.5),
      list('mean', () => random.next() - 0.5),
      list('variance', () => 1 + random.next()),
    ]);
    const own = graph.put('InstanceNormalization', [part(half, channels), list('one', () => 1), list('none', () => 0)]);
    return graph.put('Relu', [graph.put('Concat', [fixed, own], { axis: 1 })], {}, output);
  };
  const resize = (from: string, factor: number) => {
    const factors = graph.constant(`times ${factor}`, [4], dataTypes.float, Float32Array.of(1, 1, factor, factor));
    const settings = { mode: 'linear', coordinate_transformation_mode: 'pytorch_half_pixel' };
    return graph.put(
      'Resize',
      [from, graph.constant('roi', [0], dataTypes.float, new Float32Array()), factors],
      settings,
    );
  };
  const stem = conv('input', 3, 4, 3, 'stem', [2, 2]);
  const small = graph.put('Concat', [block(stem, 4, 'first'), resize('input', 0.5)], { axis: 1 });
  const features = block(small, channels + 3, 'features');
  const large = graph.put('Concat', [resize(features, 2), 'input'], { axis: 1 });
  const logits = conv(block(large, channels + 3, 'detail'), channels, 1, 1, 'logits');
  graph.put('Sigmoid', [logits], {}, 'output');
  const shape = (name: string, count: number) => {
    const dim = [{ dimValue: 1 }, { dimValue: count }, { dimParam: 'h' }, { dimParam: 'w' }];
    return { name, type: { tensorType: { elemType: dataTypes.float, shape: { dim } } } };
  };
  return writeOnnx({
    irVersion: 6,
    opsetImport: [{ domain: '', version: 11 }],
    graph: {
      ...{ node: graph.nodes, initializer: graph.values, valueInfo: [] },
      ...{ input: [shape('input', 3)], output: [shape('output', 1)] },
    },
  });
}
