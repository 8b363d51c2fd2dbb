/** The decoder of MODNet (Ke et al. 2022) in its ONNX graph: convolutions, each followed by normalizations. */
import { floatsOf, type OnnxModel, type OnnxNode } from './onnx.ts';

/** A convolution and its normalization. */
export interface Block {
  readonly conv: OnnxNode;
  readonly fixed: OnnxNode;
  /** All nodes but the convolution. */
  readonly rest: readonly OnnxNode[];
  readonly output: string;
}

/**
 * Finds the parts of the decoder.
 * @throws Error if the graph is not MODNet's
 */
export class Decoder {
  readonly nodes: readonly OnnxNode[];
  readonly photo: string;
  readonly blocks: readonly Block[];
  /** The last block, which computes the features of the matte at half size, and enlarges its input first. */
  readonly last: Block;
  /** The convolution from the features of the last block to the logits. */
  readonly logits: OnnxNode;
  /** Tensors from the backbone. */
  readonly entrances: readonly string[];
  readonly #makers: ReadonlyMap<string, OnnxNode>;
  readonly #model: OnnxModel;

  constructor(model: OnnxModel) {
    const { graph } = model;
    this.#model = model;
    this.nodes = graph.node;
    this.photo = graph.input[0]!.name;
    this.#makers = new Map(graph.node.flatMap((node) => node.output.map((name) => [name, node] as const)));
    this.blocks = graph.node
      .filter(({ opType }) => opType === 'BatchNormalization')
      .map((fixed) => this.#blockOf(fixed));
    const outputs = new Set(this.blocks.map(({ output }) => output));
    const logits = this.#makers.get(this.#makers.get(graph.output[0]?.name ?? '')?.input[0] ?? '');
    const last = this.blocks.find(({ output }) => output === logits?.input[0]);
    if (!logits || !last) throw new Error('This is not MODNet.');
    this.logits = logits;
    this.last = last;
    const sources = this.blocks.flatMap(({ conv }) => (this.joined(conv.input[0]!) ? [] : conv.input[0]!));
    this.entrances = [...new Set(sources)].filter((name) => !outputs.has(this.unresized(name)));
  }

  maker(name: string): OnnxNode | undefined {
    return this.#makers.get(name);
  }

  /** Returns the inputs of a concatenation along the channels; null if the tensor is not concatenated. */
  joined(name: string): readonly string[] | null {
    const maker = this.#makers.get(name);
    return maker?.opType === 'Concat' ? maker.input : null;
  }

  /** Returns the tensor before resizing. */
  unresized(name: string): string {
    const maker = this.#makers.get(name);
    return maker?.opType === 'Resize' ? maker.input[0]! : name;
  }

  values(name = ''): { values: Float32Array; dims: number[] } {
    const tensor = this.#model.graph.initializer.find((each) => each.name === name);
    if (!tensor) throw new Error(`${name} is none of the network's own values.`);
    return { values: floatsOf(tensor), dims: tensor.dims.map(Number) };
  }

  #blockOf(fixed: OnnxNode): Block {
    const usersOf = (name = '') => this.nodes.filter(({ input }) => input.includes(name));
    const conv = this.#makers.get(this.#makers.get(fixed.input[0]!)?.input[0] ?? '');
    const slices = usersOf(conv?.output[0]);
    const norms = slices.flatMap(({ output }) => usersOf(output[0]));
    const [concat] = usersOf(fixed.output[0]);
    const [relu] = usersOf(concat?.output[0]);
    if (!conv || !concat || relu?.opType !== 'Relu') throw new Error('This is not MODNet.');
    return { conv, fixed, rest: [...slices, ...norms, concat, relu], output: relu.output[0]! };
  }
}
