/** Builds an ONNX graph layer by layer. */
import { attributeTypes, dataTypes, type OnnxNode, type OnnxTensor } from '../onnx.ts';
import type { Weights } from './network.ts';

export type Setting = number | string | readonly number[];
export type Settings = Readonly<Record<string, Setting>>;

export class GraphBuilder {
  readonly nodes: OnnxNode[] = [];
  readonly #values: OnnxTensor[] = [];
  readonly #weights: ReadonlyMap<string, Weights>;
  readonly #written = new Set<string>();
  readonly #prefix: string;
  #count = 0;

  /**
   * @param weights values of the network; only those in use are written
   * @param prefix of the names of tensors between layers
   */
  constructor(weights: ReadonlyMap<string, Weights>, prefix = 'between') {
    this.#weights = weights;
    this.#prefix = prefix;
  }

  /** Values in use: some have become attributes of layers. */
  get values(): OnnxTensor[] {
    const needed = new Set(this.nodes.flatMap(({ input }) => input));
    return this.#values.filter(({ name }) => needed.has(name));
  }

  /** Adds a layer, and returns the name of its output: `output`, or a new one. */
  put(opType: string, input: readonly string[], settings: Settings = {}, output = this.name()): string {
    const attribute = Object.entries(settings).map(([name, value]) => attributeOf(name, value));
    this.nodes.push({ opType, input: [...input], output: [output], name: `${opType} ${output}`, attribute });
    return output;
  }

  /** Adds a layer with `count` outputs, and returns their names. */
  putMany(opType: string, input: readonly string[], settings: Settings, count: number): string[] {
    const output = Array.from({ length: count }, () => this.name());
    this.put(opType, input, settings, output[0]);
    this.nodes.at(-1)!.output = output;
    return output;
  }

  name(): string {
    return `${this.#prefix} ${this.#count++}`;
  }

  /** Returns the name of a value or tensor. Values of 16 bits stay 16 bits in the file. */
  tensor(name: string): string {
    const weights = this.#weights.get(name);
    if (weights === undefined || this.#written.has(name)) return name;
    this.#written.add(name);
    const { dims, values, isHalf } = weights;
    if (isHalf === true) {
      this.#keep(`${name} half`, dims, dataTypes.float16, Float16Array.from(values));
      return this.put('Cast', [`${name} half`], { to: dataTypes.float }, name);
    }
    this.#keep(name, dims, values instanceof Int32Array ? dataTypes.int32 : dataTypes.float, values);
    return name;
  }

  /**
   * Returns constant numbers of the network.
   * @throws Error if they are the output of a layer
   */
  numbers(name: string): number[] {
    return [...this.weights(name).values];
  }

  /** @throws Error if they are the output of a layer */
  weights(name: string): Weights {
    const weights = this.#weights.get(name);
    if (weights === undefined) throw new Error(`${name} is none of the network's own values.`);
    return weights;
  }

  float(value: number): string {
    return this.constant(`float ${value}`, [], dataTypes.float, Float32Array.of(value));
  }

  /** Adds a list of integers, such as sizes and axes. */
  int64List(values: readonly number[]): string {
    return this.constant(`whole ${values}`, [values.length], dataTypes.int64, BigInt64Array.from(values, BigInt));
  }

  /** Adds a value once, and returns its name. */
  constant(name: string, dims: readonly number[], dataType: number, values: ArrayBufferView): string {
    if (!this.#written.has(name)) this.#keep(name, dims, dataType, values);
    this.#written.add(name);
    return name;
  }

  #keep(name: string, dims: readonly number[], dataType: number, data: ArrayBufferView): void {
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.#values.push({ name, dims: [...dims], dataType, rawData });
  }
}

function attributeOf(name: string, value: Setting): OnnxNode['attribute'][number] {
  if (typeof value === 'number') return { name, i: value, type: attributeTypes.int };
  if (typeof value === 'string') return { name, s: new TextEncoder().encode(value), type: attributeTypes.string };
  return { name, ints: [...value], type: attributeTypes.ints };
}
