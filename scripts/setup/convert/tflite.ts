/** Reads TensorFlow Lite networks: FlatBuffers with the field numbers of TensorFlow's schema.fbs. */
import { ByteBuffer } from 'flatbuffers';
import { type Activation, type Layer, type LayerSettings, type Network, transposed, type Weights } from './network.ts';

/** A FlatBuffer table; an absent field has its default. */
class Table {
  readonly #buffer: ByteBuffer;
  readonly #at: number;
  constructor(buffer: ByteBuffer, position: number) {
    this.#buffer = buffer;
    this.#at = position;
  }

  static root(bytes: Uint8Array): Table {
    const buffer = new ByteBuffer(bytes);
    return new Table(buffer, buffer.readInt32(0));
  }

  int8(field: number): number {
    return this.#number(field, 0, (position) => this.#buffer.readInt8(position));
  }
  int32(field: number, fallback = 0): number {
    return this.#number(field, fallback, (position) => this.#buffer.readInt32(position));
  }
  text(field: number): string {
    const position = this.#field(field);
    return position === 0 ? '' : String(this.#buffer.__string(position));
  }
  table(field: number): Table | null {
    const position = this.#field(field);
    return position === 0 ? null : new Table(this.#buffer, this.#buffer.__indirect(position));
  }
  tables(field: number): Table[] {
    const [start, length] = this.#vector(field);
    return Array.from({ length }, (_, i) => new Table(this.#buffer, this.#buffer.__indirect(start + 4 * i)));
  }
  ints(field: number): number[] {
    const [start, length] = this.#vector(field);
    return Array.from({ length }, (_, i) => this.#buffer.readInt32(start + 4 * i));
  }
  bytes(field: number): Uint8Array {
    const [start, length] = this.#vector(field);
    // Copied, for the alignment of typed arrays.
    return new Uint8Array(this.#buffer.bytes().subarray(start, start + length));
  }

  #field(field: number): number {
    const offset = this.#buffer.__offset(this.#at, 4 + 2 * field);
    return offset === 0 ? 0 : this.#at + offset;
  }
  #number(field: number, fallback: number, read: (position: number) => number): number {
    const position = this.#field(field);
    return position === 0 ? fallback : read(position);
  }
  #vector(field: number): [start: number, length: number] {
    const position = this.#field(field);
    return position === 0 ? [0, 0] : [this.#buffer.__vector(position), this.#buffer.__vector_len(position)];
  }
}

/** BuiltinOperator, with TensorFlow's names. */
const operations = new Map<number, string>([
  ...([
    [0, 'Add'],
    [3, 'Conv2D'],
    [4, 'DepthwiseConv2dNative'],
    [18, 'Mul'],
    [22, 'Reshape'],
    [23, 'ResizeBilinear'],
  ] as const),
  ...([
    [25, 'Softmax'],
    [39, 'Transpose'],
    [67, 'Conv2DBackpropInput'],
    [74, 'Sum'],
    [97, 'ResizeNearestNeighbor'],
  ] as const),
]);
/** ActivationFunctionType. */
const activations = new Map<number, Activation | undefined>([
  [0, undefined],
  [1, 'Relu'],
  [3, 'Relu6'],
]);
/** TensorType. */
const types = { float: 0, int: 2 };

/** @throws Error if it is not a TensorFlow Lite network, or has unsupported layers */
export function readTflite(bytes: Uint8Array): Network {
  const model = Table.root(bytes);
  const [graph] = model.tables(2);
  if (graph === undefined) throw new Error('This is not a TensorFlow Lite network: it has no graph.');
  const buffers = model.tables(4);
  const tensors = graph.tables(0).map((tensor, i) => ({
    name: `${i} ${tensor.text(3)}`,
    dims: tensor.ints(0),
    type: tensor.int8(1),
    data: buffers[tensor.int32(2)]!.bytes(0),
  }));
  const weights = new Map<string, Weights>();
  for (const { name, dims, type, data } of tensors) {
    if (data.length === 0) continue;
    if (type !== types.float && type !== types.int) throw new Error(`${name}: nothing is known of its type (${type}).`);
    const values = type === types.int ? new Int32Array(data.buffer) : new Float32Array(data.buffer);
    weights.set(name, { dims, values });
  }
  const codes = model.tables(1).map((code) => Math.max(code.int8(0), code.int32(3)));
  const nameOf = (index: number) => tensors[index]!.name;
  const [input = 0] = graph.ints(1);
  return {
    input: { name: nameOf(input), dims: tensors[input]!.dims, type: 'float' },
    outputs: graph.ints(2).map(nameOf),
    layers: graph.tables(3).map((operator) => {
      const code = codes[operator.int32(0)]!;
      const op = operations.get(code);
      if (op === undefined) throw new Error(`Operation ${code} is not supported.`);
      const inputs = operator.ints(1).filter((index) => index >= 0);
      return asLayer(op, inputs.map(nameOf), operator.ints(2).map(nameOf), operator.table(4), weights);
    }),
    weights,
  };
}

function asLayer(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  options: Table | null,
  weights: Map<string, Weights>,
): Layer {
  const activated = (field: number): Pick<LayerSettings, 'activation'> => {
    const code = options?.int8(field) ?? 0;
    if (!activations.has(code)) throw new Error(`${outputs[0]}: nothing is known of activation ${code}.`);
    return { activation: activations.get(code) };
  };
  const layer = (layerSettings: LayerSettings, needed = inputs): Layer => ({
    op,
    inputs: needed,
    outputs,
    settings: layerSettings,
  });
  const sliding = () => ({
    padding: options?.int8(0) === 1 ? ('VALID' as const) : ('SAME' as const),
    strides: [options?.int32(2) ?? 1, options?.int32(1) ?? 1] as const,
  });
  const numbers = (index: number) => [...(weights.get(inputs[index] ?? '')?.values ?? [])];
  const turn = (index: number, order: readonly number[]) => {
    const filter = weights.get(inputs[index]!);
    if (filter === undefined) throw new Error(`${inputs[index]} is none of the network's own values.`);
    weights.set(inputs[index]!, transposed(filter, order));
  };
  switch (op) {
    case 'Conv2D':
      turn(1, [0, 3, 1, 2]);
      return layer({
        ...sliding(),
        ...activated(3),
        dilations: [options?.int32(5, 1) ?? 1, options?.int32(4, 1) ?? 1],
      });
    case 'DepthwiseConv2dNative':
      turn(1, [3, 0, 1, 2]);
      return layer({
        ...sliding(),
        ...activated(4),
        dilations: [options?.int32(6, 1) ?? 1, options?.int32(5, 1) ?? 1],
      });
    case 'Conv2DBackpropInput': {
      // Inputs: the output size, the filter, the input, and the bias.
      turn(1, [3, 0, 1, 2]);
      const [, filter, from, ...added] = inputs as [string, string, string];
      return layer({ ...sliding(), ...activated(3) }, [from, filter, ...added]);
    }
    case 'Add':
    case 'Mul':
      return layer(activated(0));
    case 'Sum':
      return layer({ axes: numbers(1), hasKeptAxes: options?.int8(0) === 1 }, inputs.slice(0, 1));
    case 'Transpose':
      return layer({ axes: numbers(1) }, inputs.slice(0, 1));
    case 'ResizeBilinear':
    case 'ResizeNearestNeighbor': {
      if ((options?.int8(op === 'ResizeBilinear' ? 2 : 0) ?? 0) === 1)
        throw new Error('Aligned corners are not supported.');
      return layer({ fromMiddle: options?.int8(op === 'ResizeBilinear' ? 3 : 1) === 1 });
    }
    default:
      return layer({});
  }
}
