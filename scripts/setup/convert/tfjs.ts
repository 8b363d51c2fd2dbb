/** Reads graph models of TensorFlow.js: a JSON file of layers and a file of weights. */
import { z } from 'zod';
import { type Activation, type Layer, type LayerSettings, type Network, transposed, type Weights } from './network.ts';

const list = z.object({ i: z.array(z.coerce.number()).optional(), s: z.array(z.string()).optional() });
const attribute = z.object({
  ...{ i: z.coerce.number(), s: z.string(), b: z.boolean(), type: z.string(), list },
  shape: z.object({ dim: z.array(z.object({ size: z.coerce.number() })).optional() }),
});
const modelSchema = z.object({
  modelTopology: z.object({
    node: z.array(
      z.object({
        ...{ name: z.string(), op: z.string(), input: z.array(z.string()).default([]) },
        attr: z.record(z.string(), attribute.partial()).default({}),
      }),
    ),
  }),
  signature: z.object({ outputs: z.record(z.string(), z.object({ name: z.string() })) }).optional(),
  weightsManifest: z.tuple([
    z.object({
      weights: z.array(
        z.object({
          ...{ name: z.string(), shape: z.array(z.number()), dtype: z.enum(['float32', 'int32']) },
          quantization: z.object({ dtype: z.literal('float16') }).optional(),
        }),
      ),
    }),
  ]),
});
type Node = z.infer<typeof modelSchema>['modelTopology']['node'][number];

/**
 * @param topology the text of the .json file
 * @param bytes of the .bin file
 * @throws Error if it is not a graph model, or has unsupported layers
 */
export function readTfjs(topology: string, bytes: Uint8Array): Network {
  const { modelTopology, weightsManifest, signature } = modelSchema.parse(JSON.parse(topology));
  const weights = readWeights(weightsManifest[0].weights, bytes);
  const nodes = modelTopology.node.map((node) => ({
    ...node,
    input: node.input.map((name) => name.replace(/:0$/, '')),
  }));
  const entrance = nodes.find(({ op }) => op === 'Placeholder');
  if (entrance === undefined) throw new Error('This graph model has no input.');
  const layers = inOrder(nodes.filter(({ op }) => op !== 'Const' && op !== 'Placeholder'));
  const used = new Set(layers.flatMap(({ input }) => input.map((name) => name.replace(/:\d+$/, ''))));
  return {
    input: {
      name: entrance.name,
      // A batch of any size becomes one image.
      dims: (entrance.attr.shape?.shape?.dim ?? []).map(({ size }) => Math.max(1, size)),
      type: entrance.attr.dtype?.type === 'DT_INT32' ? 'int' : 'float',
    },
    outputs: signature
      ? Object.values(signature.outputs).map(({ name }) => name.replace(/:0$/, ''))
      : layers.flatMap(({ name }) => (used.has(name) ? [] : name)),
    layers: layers.map((node) => asLayer(node, weights)),
    weights,
  };
}

function readWeights(
  entries: z.infer<typeof modelSchema>['weightsManifest'][0]['weights'],
  bytes: Uint8Array,
): Map<string, Weights> {
  const out = new Map<string, Weights>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  for (const { name, shape: dims, dtype, quantization } of entries) {
    const count = dims.reduce((product, size) => product * size, 1);
    const each = quantization === undefined ? 4 : 2;
    const read = (i: number) => {
      if (quantization !== undefined) return view.getFloat16(offset + i * each, true);
      return dtype === 'int32' ? view.getInt32(offset + i * each, true) : view.getFloat32(offset + i * each, true);
    };
    const values = dtype === 'int32' ? new Int32Array(count) : new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = read(i);
    offset += count * each;
    out.set(name, { dims, values, isHalf: quantization !== undefined });
  }
  return out;
}

/** Sorts topologically. */
function inOrder(nodes: readonly Node[]): Node[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const out = new Set<Node>();
  const put = (node: Node) => {
    if (out.has(node)) return;
    for (const name of node.input) {
      const needed = byName.get(name.replace(/:\d+$/, ''));
      if (needed !== undefined) put(needed);
    }
    out.add(node);
  };
  for (const node of nodes) put(node);
  return [...out];
}

const activations: readonly string[] = ['Relu', 'Relu6', 'Prelu'] satisfies Activation[];
/** Fused operations without their activation and bias. */
const plain: Readonly<Record<string, string>> = {
  ...{ _FusedConv2D: 'Conv2D', FusedDepthwiseConv2dNative: 'DepthwiseConv2dNative', _FusedMatMul: 'MatMul' },
  ...{ AddV2: 'Add', RealDiv: 'Div', FloorDiv: 'Div' },
};

/** Transposes filters, and turns constant tensors of numbers into attributes. */
function asLayer({ name, op, input, attr }: Node, weights: Map<string, Weights>): Layer {
  const kind = plain[op] ?? op;
  const numbers = (index: number) => [...(weights.get(input.at(index) ?? '')?.values ?? [])];
  const words = (attr.fused_ops?.list?.s ?? []).map((word) => Buffer.from(word, 'base64').toString());
  const unknown = words.find((word) => word !== 'BiasAdd' && !activations.includes(word));
  if (unknown !== undefined) throw new Error(`${name}: nothing is known of ${unknown}.`);
  const layer = (layerSettings: LayerSettings = {}, inputs: readonly string[] = input): Layer => {
    const outputs = kind === 'Unpack' ? Array.from({ length: attr.num?.i ?? 0 }, (_, i) => outputOf(name, i)) : [name];
    const activation = words.find((word) => activations.includes(word)) as Activation | undefined;
    return { op: kind, inputs, outputs, settings: { activation, ...layerSettings } };
  };
  const pair = (values: readonly number[] = [1, 1, 1, 1]) => [values[1]!, values[2]!] as const;
  const sliding = () => ({
    strides: pair(attr.strides?.list?.i),
    padding: Buffer.from(attr.padding?.s ?? '', 'base64').toString() as 'SAME' | 'VALID',
  });
  switch (kind) {
    case 'Conv2D':
    case 'DepthwiseConv2dNative': {
      turnFilter(weights, input[1]!, kind);
      return layer({ ...sliding(), dilations: pair(attr.dilations?.list?.i) });
    }
    case 'MaxPool':
      return layer({ ...sliding(), window: pair(attr.ksize?.list?.i) });
    case 'Mean':
      return layer({ axes: numbers(1), hasKeptAxes: attr.keep_dims?.b === true }, input.slice(0, 1));
    case 'ConcatV2':
      return layer({ axis: numbers(-1)[0]! }, input.slice(0, -1));
    case 'ExpandDims':
    case 'ArgMax':
      return layer({ axis: numbers(1)[0]! }, input.slice(0, 1));
    case 'Squeeze':
      return layer({ axes: attr.squeeze_dims?.list?.i ?? [] });
    case 'Pack':
    case 'Unpack':
      return layer({ axis: attr.axis?.i ?? 0 });
    case 'Cast':
      return layer({ type: attr.DstT?.type === 'DT_INT32' ? 'int' : 'float' });
    case 'ResizeBilinear':
      return layer({ fromMiddle: attr.half_pixel_centers?.b === true });
    default:
      return layer();
  }
}

/** The first output of a layer has the name of the layer. */
const outputOf = (name: string, index: number): string => (index === 0 ? name : `${name}:${index}`);

/**
 * Transposes [height, width, inputs, outputs], or [height, width, inputs, outputs per input]. A filter that several
 * layers share is transposed once.
 */
function turnFilter(weights: Map<string, Weights>, name: string, kind: 'Conv2D' | 'DepthwiseConv2dNative'): void {
  const filter = weights.get(name);
  if (filter === undefined) throw new Error(`${name} is none of the network's own values.`);
  if (turned.has(filter)) return;
  const [height, width, inputs, each] = filter.dims as [number, number, number, number];
  const flat = { ...filter, dims: [height, width, 1, inputs * each] };
  const out = transposed(kind === 'Conv2D' ? filter : flat, [3, 2, 0, 1]);
  turned.add(out);
  weights.set(name, out);
}
const turned = new WeakSet<Weights>();
