import { Builder } from 'flatbuffers';
import { expect, test } from 'vitest';
import { readTflite } from '../../../../scripts/setup/convert/tflite.ts';

type Field = (builder: Builder, field: number) => void;

/** A network of one convolution, 1 × 2 px of one channel to two channels, with TensorFlow's field numbers. */
function network({ code = 3, activation = 1 } = {}): Uint8Array {
  const builder = new Builder();
  const table = (...fields: [number, Field][]) => {
    builder.startObject(8);
    for (const [field, put] of fields) put(builder, field);
    return builder.endObject();
  };
  const offset =
    (value: number): Field =>
    (to, field) =>
      to.addFieldOffset(field, value, 0);
  const int8 =
    (value: number): Field =>
    (to, field) =>
      to.addFieldInt8(field, value, 0);
  const int32 =
    (value: number): Field =>
    (to, field) =>
      to.addFieldInt32(field, value, 0);
  const list = (values: readonly number[], kind: 'ints' | 'tables') => {
    builder.startVector(4, values.length, 4);
    for (const value of values.toReversed()) kind === 'ints' ? builder.addInt32(value) : builder.addOffset(value);
    return builder.endVector();
  };
  const data = (values: Float32Array) => {
    const bytes = new Uint8Array(values.buffer);
    builder.startVector(1, bytes.length, 4);
    for (const byte of bytes.toReversed()) builder.addInt8(byte);
    return table([0, offset(builder.endVector())]);
  };
  const tensor = (name: string, dims: number[], buffer: number) =>
    table([0, offset(list(dims, 'ints'))], [2, int32(buffer)], [3, offset(builder.createString(name))]);
  const tensors = [
    tensor('picture', [1, 1, 2, 1], 0),
    tensor('filter', [2, 1, 1, 1], 1),
    tensor('bias', [2], 2),
    tensor('said', [1, 1, 2, 2], 0),
  ];
  const options = table([0, int8(1)], [1, int32(1)], [2, int32(1)], [3, int8(activation)]);
  const operator = table([1, offset(list([0, 1, 2], 'ints'))], [2, offset(list([3], 'ints'))], [4, offset(options)]);
  const graph = table(
    [0, offset(list(tensors, 'tables'))],
    [1, offset(list([0], 'ints'))],
    [2, offset(list([3], 'ints'))],
    [3, offset(list([operator], 'tables'))],
  );
  const codes = list([table([3, int32(code)])], 'tables');
  const buffers = list([table(), data(Float32Array.of(2, -2)), data(Float32Array.of(0.5, 1))], 'tables');
  builder.finish(table([1, offset(codes)], [2, offset(list([graph], 'tables'))], [4, offset(buffers)]));
  return builder.asUint8Array();
}

test('reads layers, their settings and their values', () => {
  const { input, outputs, layers, weights } = readTflite(network());
  expect(input).toEqual({ name: '0 picture', dims: [1, 1, 2, 1], type: 'float' });
  expect(outputs).toEqual(['3 said']);
  const of = { padding: 'VALID', strides: [1, 1], dilations: [1, 1], activation: 'Relu' };
  expect(layers).toEqual([
    { op: 'Conv2D', inputs: ['0 picture', '1 filter', '2 bias'], outputs: ['3 said'], settings: of },
  ]);
  expect(weights.get('1 filter')).toEqual({ dims: [2, 1, 1, 1], values: Float32Array.of(2, -2) });
});

test('rejects unknown layers', () => {
  expect(() => readTflite(network({ code: 99 }))).toThrow('Operation 99 is not supported');
  expect(() => readTflite(network({ activation: 4 }))).toThrow('nothing is known of activation 4');
  expect(() => readTflite(new Uint8Array(8))).toThrow();
});
