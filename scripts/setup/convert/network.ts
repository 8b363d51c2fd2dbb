/** A TensorFlow network, independent of its file format, with channels last. */

/** Values of a tensor; `isHalf` if the file stores them as float16. */
export interface Weights {
  readonly dims: readonly number[];
  readonly values: Float32Array | Int32Array;
  readonly isHalf?: boolean;
}

export type Padding = 'SAME' | 'VALID';
export type Activation = 'Relu' | 'Relu6' | 'Prelu';

/** A layer with the name of its operation in TensorFlow. `settings` are its attributes. */
export interface Layer {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly settings: LayerSettings;
}

export interface LayerSettings {
  readonly strides?: readonly [height: number, width: number];
  readonly dilations?: readonly [height: number, width: number];
  readonly window?: readonly [height: number, width: number];
  readonly padding?: Padding;
  /** Fused activation; the slopes of a Prelu are the last input of the layer. */
  readonly activation?: Activation | undefined;
  readonly axis?: number;
  readonly axes?: readonly number[];
  readonly hasKeptAxes?: boolean;
  readonly type?: 'float' | 'int';
  /** Whether resizing uses half-pixel centers. */
  readonly fromMiddle?: boolean;
}

export interface Network {
  readonly input: { readonly name: string; readonly dims: readonly number[]; readonly type: 'float' | 'int' };
  /** Names of tensors. */
  readonly outputs: readonly string[];
  /** In topological order. */
  readonly layers: readonly Layer[];
  /** Filters of convolutions are [outputs, inputs / groups, height, width]. */
  readonly weights: ReadonlyMap<string, Weights>;
}

/** Permutes the axes: axis `i` of the result is axis `order[i]` of the input. */
export function transposed({ dims, values, ...rest }: Weights, order: readonly number[]): Weights {
  const strides = dims.map((_, axis) => dims.slice(axis + 1).reduce((product, size) => product * size, 1));
  const size = order.map((axis) => dims[axis]!);
  const out = new (values.constructor as Float32ArrayConstructor)(values.length);
  const indices = order.map(() => 0);
  for (let i = 0; i < out.length; i++) {
    out[i] = values[order.reduce((from, axis, n) => from + indices[n]! * strides[axis]!, 0)]!;
    for (let axis = size.length - 1; axis >= 0; axis--) {
      indices[axis]!++;
      if (indices[axis]! < size[axis]!) break;
      indices[axis] = 0;
    }
  }
  return { ...rest, dims: size, values: out };
}
