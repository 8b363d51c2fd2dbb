/** A network as TensorFlow describes it, whichever of its two file formats it came in: height and width before channels. */

/** Values of a tensor; `isHalf`: the file has them in 16 bits. */
export interface Weights {
  readonly dims: readonly number[];
  readonly values: Float32Array | Int32Array;
  readonly isHalf?: boolean;
}

export type Padding = 'SAME' | 'VALID';
export type Activation = 'Relu' | 'Relu6' | 'Prelu';

/** One layer, by the name of its operation in TensorFlow. What it needs besides its inputs stands in `settings`. */
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
  /** Follows the layer; the slopes of a Prelu are the layer's last input. */
  readonly activation?: Activation | undefined;
  readonly axis?: number;
  readonly axes?: readonly number[];
  readonly hasKeptAxes?: boolean;
  readonly type?: 'float' | 'int';
  /** Whether places are taken at the middle of pixels when a picture is resized. */
  readonly fromMiddle?: boolean;
}

export interface Network {
  readonly input: { readonly name: string; readonly dims: readonly number[]; readonly type: 'float' | 'int' };
  /** Names of tensors. */
  readonly outputs: readonly string[];
  /** In an order in which each comes after those it needs. */
  readonly layers: readonly Layer[];
  /** Filters of convolutions are [outputs, inputs / groups, height, width]. */
  readonly weights: ReadonlyMap<string, Weights>;
}

/** The same values with their axes in another order: axis `i` of the result is axis `order[i]` of what is given. */
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
