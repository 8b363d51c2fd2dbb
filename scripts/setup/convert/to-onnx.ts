/** Converts a TensorFlow network to an equivalent ONNX file. */
import { dataTypes, writeOnnx } from '../onnx.ts';
import { GraphBuilder, type Settings } from './graph-builder.ts';
import type { Layer, LayerSettings, Network } from './network.ts';

/** The oldest opset in which all operators used here have this form. */
const operators = 13;
const irVersion = 7;
/** TensorFlow images are height × width × channels, ONNX images channels × height × width. */
const channelsFirst: Settings = { perm: [0, 3, 1, 2] };
const channelsLast: Settings = { perm: [0, 2, 3, 1] };

const typeOf = { float: dataTypes.float, int: dataTypes.int32 } as const;
const paddingOf = { SAME: 'SAME_UPPER', VALID: 'VALID' } as const;

/**
 * Converts a network; inputs and outputs keep their shapes and order.
 * @throws Error for an unsupported layer
 */
export function toOnnx({ input, outputs, layers, weights }: Network): Uint8Array {
  const graph = new GraphBuilder(weights);
  for (const layer of layers) write(graph, layer);
  const dim = input.dims.map((dimValue) => ({ dimValue }));
  return writeOnnx({
    irVersion,
    opsetImport: [{ domain: '', version: operators }],
    graph: {
      node: graph.nodes,
      initializer: graph.values,
      input: [{ name: input.name, type: { tensorType: { elemType: typeOf[input.type], shape: { dim } } } }],
      output: outputs.map((name) => ({ name, type: { tensorType: { elemType: dataTypes.float } } })),
      valueInfo: [],
    },
  });
}

function write(graph: GraphBuilder, { op, inputs, outputs, settings }: Layer): void {
  const kind = kinds[op];
  if (kind === undefined) throw new Error(`Layers of type ${op} are not supported.`);
  const slopes = settings.activation === 'Prelu' ? inputs.at(-1)! : null;
  const own = slopes === null ? inputs : inputs.slice(0, -1);
  const made = kind({
    graph,
    names: own,
    inputs: own.map((name) => graph.tensor(name)),
    settings,
    count: outputs.length,
  });
  const given = typeof made === 'string' ? [activated(graph, made, settings, slopes)] : made;
  for (const [i, name] of outputs.entries()) graph.put('Identity', [given[i]!], {}, name);
}

function activated(graph: GraphBuilder, from: string, { activation }: LayerSettings, slopes: string | null): string {
  if (slopes !== null) return graph.put('PRelu', [from, graph.tensor(slopes)]);
  if (activation === 'Relu') return graph.put('Relu', [from]);
  if (activation === 'Relu6') return graph.put('Clip', [from, graph.float(0), graph.float(6)]);
  return from;
}

interface LayerInput {
  readonly graph: GraphBuilder;
  /** Names in the network. */
  readonly names: readonly string[];
  /** Names in the graph. */
  readonly inputs: readonly string[];
  readonly settings: LayerSettings;
  /** Number of outputs. */
  readonly count: number;
}

/** Adds a layer without its activation, and returns the names of its outputs. */
type LayerWriter = (layer: LayerInput) => string | string[];

const same =
  (opType: string, settings: (layerSettings: LayerSettings) => Settings = () => ({})): LayerWriter =>
  ({ graph, inputs, settings: layerSettings }) =>
    graph.put(opType, inputs, settings(layerSettings));

const axisOf = ({ axis = 0 }: LayerSettings): Settings => ({ axis });

/** Wraps a layer on images in transpositions. ONNX Runtime removes pairs that cancel out. */
const onImages =
  (opType: string, settings: (layer: LayerInput) => Settings): LayerWriter =>
  (layer) => {
    const [from, ...rest] = layer.inputs as [string, ...string[]];
    const turned = layer.graph.put('Transpose', [from], channelsFirst);
    return layer.graph.put('Transpose', [layer.graph.put(opType, [turned, ...rest], settings(layer))], channelsLast);
  };

const sliding = ({ settings: { strides = [1, 1], padding = 'VALID' } }: LayerInput): Settings => ({
  strides,
  auto_pad: paddingOf[padding],
});
const convolved = (layer: LayerInput): Settings => ({
  ...sliding(layer),
  dilations: layer.settings.dilations ?? [1, 1],
});

const resized =
  (mode: 'linear' | 'nearest'): LayerWriter =>
  ({ graph, names, inputs, settings: { fromMiddle = false } }) => {
    const [height = 0, width = 0] = graph.numbers(names[1]!);
    const turned = graph.put('Transpose', inputs.slice(0, 1), channelsFirst);
    const settings = {
      mode,
      coordinate_transformation_mode: fromMiddle ? 'half_pixel' : 'asymmetric',
      ...(mode === 'nearest' && { nearest_mode: fromMiddle ? 'round_prefer_ceil' : 'floor' }),
    };
    // Batch and channels keep their sizes.
    const kept = graph.put('Slice', [graph.put('Shape', [turned]), graph.int64List([0]), graph.int64List([2])]);
    const size = graph.put('Concat', [kept, graph.int64List([height, width])], { axis: 0 });
    return graph.put('Transpose', [graph.put('Resize', [turned, '', '', size], settings)], channelsLast);
  };

const kinds: Readonly<Record<string, LayerWriter>> = {
  Conv2D: onImages('Conv', convolved),
  DepthwiseConv2dNative: onImages('Conv', (layer) => ({
    ...convolved(layer),
    group: layer.graph.weights(layer.names[1]!).dims[0]!,
  })),
  Conv2DBackpropInput: onImages('ConvTranspose', convolved),
  MaxPool: onImages('MaxPool', (layer) => ({ ...sliding(layer), kernel_shape: layer.settings.window ?? [1, 1] })),
  ResizeBilinear: resized('linear'),
  ResizeNearestNeighbor: resized('nearest'),
  Pad({ graph, names, inputs }) {
    // TensorFlow lists before and after per axis; ONNX lists all before, then all after.
    const sides = graph.numbers(names[1]!);
    const pads = [...sides.filter((_, i) => i % 2 === 0), ...sides.filter((_, i) => i % 2 === 1)];
    return graph.put('Pad', [inputs[0]!, graph.int64List(pads)]);
  },
  Reshape: ({ graph, names, inputs }) => graph.put('Reshape', [inputs[0]!, graph.int64List(graph.numbers(names[1]!))]),
  Transpose: same('Transpose', ({ axes = [] }) => ({ perm: axes })),
  Sum: ({ graph, inputs, settings: { axes = [], hasKeptAxes = false } }) =>
    graph.put('ReduceSum', [...inputs, graph.int64List(axes)], { keepdims: Number(hasKeptAxes) }),
  Mean: same('ReduceMean', ({ axes = [], hasKeptAxes = false }) => ({ axes, keepdims: Number(hasKeptAxes) })),
  ConcatV2: same('Concat', axisOf),
  Softmax: same('Softmax', () => ({ axis: -1 })),
  MatMul: same('Gemm'),
  ExpandDims: ({ graph, inputs, settings: { axis = 0 } }) =>
    graph.put('Unsqueeze', [...inputs, graph.int64List([axis])]),
  Squeeze: ({ graph, inputs, settings: { axes = [] } }) => graph.put('Squeeze', [...inputs, graph.int64List(axes)]),
  Pack({ graph, inputs, settings }) {
    const { axis = 0 } = settings;
    const parts = inputs.map((name) => graph.put('Unsqueeze', [name, graph.int64List([axis])]));
    return graph.put('Concat', parts, axisOf(settings));
  },
  Unpack({ graph, inputs, settings, count }) {
    const { axis = 0 } = settings;
    const parts = graph.putMany('Split', inputs, axisOf(settings), count);
    return parts.map((name) => graph.put('Squeeze', [name, graph.int64List([axis])]));
  },
  ArgMax: ({ graph, inputs, settings }) =>
    graph.put('Cast', [graph.put('ArgMax', inputs, { ...axisOf(settings), keepdims: 0 })], { to: dataTypes.int32 }),
  GatherNd: ({ graph, inputs: [values = '', places = ''] }) =>
    graph.put('GatherND', [values, graph.put('Cast', [places], { to: dataTypes.int64 })]),
  SquaredDifference({ graph, inputs }) {
    const difference = graph.put('Sub', inputs);
    return graph.put('Mul', [difference, difference]);
  },
  Cast: same('Cast', ({ type = 'float' }) => ({ to: typeOf[type] })),
  Prelu: same('PRelu'),
  Minimum: same('Min'),
  Maximum: same('Max'),
  ...Object.fromEntries(
    ['Add', 'Sub', 'Mul', 'Div', 'Relu', 'Sigmoid', 'Sqrt', 'Identity'].map((name) => [name, same(name)]),
  ),
};
