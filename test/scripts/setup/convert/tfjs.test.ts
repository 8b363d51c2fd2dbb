import { expect, test } from 'vitest';
import { readTfjs } from '../../../../scripts/setup/convert/tfjs.ts';
import { smallTfjs, smallTfjsWeights } from '../../../helpers/engine/small-tfjs.ts';

test('orders layers by their dependencies, and filters as ONNX does', () => {
  const network = readTfjs(smallTfjs(), smallTfjsWeights());
  expect(network.input).toEqual({ name: 'picture', dims: [1, 4, 4, 1], type: 'float' });
  expect(network.outputs).toEqual(['said']);
  expect(network.layers.map(({ op, outputs }) => [op, outputs])).toEqual([
    ['Conv2D', ['conv']],
    ['Identity', ['said']],
  ]);
  expect(network.layers[0]?.settings).toEqual({
    strides: [2, 2],
    dilations: [1, 1],
    padding: 'SAME',
    activation: 'Relu',
  });
  const filter = network.weights.get('filter');
  expect(filter).toMatchObject({ dims: [3, 1, 1, 2], isHalf: true });
  expect([...(filter?.values ?? [])]).toEqual([1, 4, 2, 5, 3, 6]);
  expect(network.weights.get('bias')?.values[2]).toBeCloseTo(0.3);
});

test('rejects unknown fused operations, and files without a model', () => {
  expect(() => readTfjs(smallTfjs(['BiasAdd', 'Elu']), smallTfjsWeights())).toThrow('conv: nothing is known of Elu');
  expect(() => readTfjs('{}', smallTfjsWeights())).toThrow();
});
