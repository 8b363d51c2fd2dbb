/**
 * Quantises the decoder of MODNet, which takes nine tenths of its time. Its convolutions are followed by a
 * normalization: half of the channels are normalized with fixed statistics (BatchNormalization), half with those of the
 * photograph (InstanceNormalization). The fixed half is folded into the weights. The other half becomes an int8
 * convolution whose scales are computed from the photograph, so that no layer returns to floating point. The backbone
 * stays in floating point: a MobileNet loses more by int8 than it gains.
 */
import { GraphBuilder } from './convert/graph-builder.ts';
import { type Block, Decoder } from './modnet-decoder.ts';
import { dataTypes, type OnnxModel, type OnnxNode, readOnnx, writeOnnx } from './onnx.ts';
import { type Ranges, usedNodes } from './quantise.ts';
import { roundKernel } from './round-weights.ts';

export interface ModnetRanges {
  /** Inputs of the decoder and outputs of its normalizations. */
  readonly tensors: Ranges;
  /** Each channel of the convolutions before the normalizations. */
  readonly channels: Readonly<Record<string, readonly (readonly [min: number, max: number])[]>>;
}

/** The first opset with Clip for bytes. */
const operators = 12;
const levels = 255;
const middle = 128;
/** Weight of a convolution that only scales its channels. */
const unit = 64;
/** Means and deviations are computed from every second pixel of every second row. */
const sampling = 2;
const epsilon = 1e-5;
/** Margin for channels of other photographs beyond the measured ranges, as a fraction of the range. */
const margin = 0.08;
/**
 * The range of the photograph is half that of the features it is concatenated with, so that both have the same zero
 * point.
 */
const photoShare = 0.5;
/** Pixels of the double-size image per position. */
const phases = 4;

interface Scale {
  readonly scale: number;
  readonly zero: number;
  /** Factor of the photograph's values. */
  readonly photoGain: number;
}

/** Weights of a convolution, [outputs, inputs, kernel, kernel]. */
interface Kernel {
  readonly values: Float32Array;
  readonly dims: readonly [outputs: number, inputs: number, side: number];
}

/**
 * Returns tensors and channels that need ranges.
 * @see ModnetRanges
 */
export function modnetTensors(model: OnnxModel): { tensors: string[]; channels: string[] } {
  const { blocks, entrances } = new Decoder(model);
  return {
    tensors: [...entrances, ...blocks.map(({ output }) => output)],
    channels: blocks.map(({ conv }) => conv.output[0]!),
  };
}

/** @throws Error if it is not MODNet, or a range is missing */
export function quantiseModnet(bytes: Uint8Array, ranges: ModnetRanges): Uint8Array {
  const model = readOnnx(bytes);
  for (const set of model.opsetImport) if (set.domain === '') set.version = operators;
  const graph = new Quantiser(new Decoder(model), ranges).run();
  const own = new Set(graph.values.map(({ name }) => name));
  const nodes = usedNodes(graph.nodes, model.graph.output[0]?.name);
  const used = new Set(nodes.flatMap(({ input }) => input).filter((name) => !own.has(name)));
  model.graph.node = nodes;
  model.graph.initializer = [...model.graph.initializer.filter(({ name }) => used.has(name)), ...graph.values];
  model.graph.valueInfo = [];
  return writeOnnx(model);
}

class Quantiser {
  readonly #decoder: Decoder;
  readonly #ranges: ModnetRanges;
  readonly #graph = new GraphBuilder(new Map(), 'quantized');
  readonly #scales = new Map<string, Scale>();
  /** Names of quantised tensors. */
  readonly #bytes = new Map<string, string>();

  constructor(decoder: Decoder, ranges: ModnetRanges) {
    this.#decoder = decoder;
    this.#ranges = ranges;
    this.#chooseScales();
  }

  run(): GraphBuilder {
    const { nodes, blocks, last, logits, entrances } = this.#decoder;
    const replaced = new Set(blocks.flatMap(({ rest }) => rest));
    const [enlarged = ''] = this.#decoder.joined(last.conv.input[0]!) ?? [];
    for (const name of [enlarged, last.conv.input[0]!]) replaced.add(this.#decoder.maker(name)!);
    for (const node of nodes) {
      if (replaced.has(node)) continue;
      const [from = '', name = ''] = [node.input[0], node.output[0]];
      const block = blocks.find(({ conv }) => conv === node);
      if (block === last) this.#writeLast(enlarged);
      else if (block) this.#writeBlock(block);
      else if (node === logits) this.#writeLogits();
      else if (node.opType === 'Resize' && this.#bytes.has(from)) this.#resize(node);
      else if (node.opType === 'Concat' && node.input.some((each) => this.#bytes.has(each))) this.#join(node);
      else this.#graph.nodes.push(node);
      if (entrances.includes(name)) this.#bytes.set(name, this.#asBytes(name, this.#scales.get(name)!));
    }
    return this.#graph;
  }

  /** Gives tensors that are concatenated the same scale, so that their bytes can be concatenated. */
  #chooseScales(): void {
    const { nodes, blocks, entrances, photo } = this.#decoder;
    const outputs = new Set(blocks.map(({ output }) => output));
    const groups = new Map([...outputs].map((name) => [name, new Set([name])]));
    for (const { opType, input } of nodes) {
      const names = input.map((name) => this.#decoder.unresized(name));
      if (opType !== 'Concat' || !names.some((name) => outputs.has(name))) continue;
      const group = new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]));
      for (const name of group) if (name !== photo) groups.set(name, group);
    }
    for (const [name, group] of groups) {
      const max = Math.max(...[...group].map((each) => (each === photo ? 0 : this.#range(each)[1])));
      const photoGain = group.has(photo) ? max * photoShare : 0;
      this.#scales.set(name, { ...scaleOf(-photoGain, max), photoGain });
    }
    for (const name of entrances) this.#scales.set(name, { ...scaleOf(...this.#range(name)), photoGain: 0 });
  }

  #range(name: string): readonly [number, number] {
    const range = this.#ranges.tensors[name];
    if (!range) throw new Error(`There is no range for ${name}.`);
    return range;
  }

  #asBytes(name: string, { scale, zero }: Pick<Scale, 'scale' | 'zero'>): string {
    return this.#graph.put('QuantizeLinear', [name, this.#graph.float(scale), this.#byte(zero)]);
  }

  #resize({ input: [from = '', ...sizes], output: [name = ''], attribute }: OnnxNode): void {
    this.#bytes.set(name, this.#graph.put('Resize', [this.#bytes.get(from)!, ...sizes]));
    this.#graph.nodes.at(-1)!.attribute = attribute;
    this.#scales.set(name, this.#scales.get(from)!);
  }

  #join({ input, output: [name = ''] }: OnnxNode): void {
    const scale = this.#scales.get(input.find((each) => this.#bytes.has(each))!)!;
    const parts = input.map((each) => this.#bytes.get(each) ?? this.#photoBytes(each, scale));
    this.#bytes.set(name, this.#graph.put('Concat', parts, { axis: 1 }));
    this.#scales.set(name, scale);
  }

  /** Quantises the photograph, times its gain. */
  #photoBytes(name: string, { scale, zero, photoGain }: Scale): string {
    return this.#asBytes(name, { scale: scale / photoGain, zero });
  }

  #writeBlock(block: Block): void {
    const { conv } = block;
    const { values, dims } = this.#decoder.values(conv.input[1]);
    const [outputs = 0, inputs = 0, side = 0] = dims;
    const from = conv.input[0]!;
    const scale = this.#scales.get(from)!;
    const kernel: Kernel = { values: values.slice(), dims: [outputs, inputs, side] };
    for (const input of this.#photoChannels(from)) multiplyInput(kernel, input, 1 / scale.photoGain);
    this.#normalise(block, this.#bytes.get(from)!, scale, kernel, conv.attribute, 1);
  }

  /** Returns the inputs of a convolution that come from the photograph. */
  #photoChannels(name: string): number[] {
    let channel = 0;
    return (this.#decoder.joined(name) ?? []).flatMap((part) => {
      const source = this.#decoder.unresized(part);
      const isPhoto = source === this.#decoder.photo;
      const count = isPhoto ? 3 : this.#channelsOf(source);
      channel += count;
      return isPhoto ? [channel - 3, channel - 2, channel - 1] : [];
    });
  }

  #channelsOf(output: string): number {
    const block = this.#decoder.blocks.find((each) => each.output === output)!;
    return this.#decoder.values(block.conv.input[1]).dims[0]!;
  }

  /**
   * The last convolution works on features that were doubled in size, and on the photograph. It is computed at half the
   * size instead, once for each of the four pixels per position, which moves an eighth of the bytes. Only at the border
   * does the result differ: the enlarged features fade to zero there.
   */
  #writeLast(enlarged: string): void {
    const { conv } = this.#decoder.last;
    const features = this.#decoder.unresized(enlarged);
    const scale = this.#scales.get(features)!;
    const { values, dims } = this.#decoder.values(conv.input[1]);
    const kernel = phaseKernel({ values, dims: [dims[0]!, dims[1]!, dims[2]!] }, this.#channelsOf(features));
    for (let input = this.#channelsOf(features); input < kernel.dims[1]; input++) {
      multiplyInput(kernel, input, 1 / scale.photoGain);
    }
    const photo = this.#graph.put('SpaceToDepth', [this.#decoder.photo], { blocksize: 2 });
    const parts = [this.#bytes.get(features)!, this.#photoBytes(photo, scale)];
    const joined = this.#graph.put('Concat', parts, { axis: 1 });
    this.#normalise(this.#decoder.last, joined, scale, kernel, conv.attribute, phases);
  }

  /**
   * Writes a convolution, its normalization and the ReLU. Each channel of the convolution has its own scale, which the
   * normalization reverses.
   * @param copies of each channel that are normalized together; first all of the fixed half, then all of the other
   */
  #normalise(
    { conv, fixed, output }: Block,
    from: string,
    scale: Scale,
    kernel: Kernel,
    attribute: OnnxNode['attribute'],
    copies: number,
  ): void {
    const graph = this.#graph;
    const name = `quantized ${conv.output[0]}`;
    const channels = this.#channelScales(conv, fixed);
    const count = kernel.dims[0];
    const half = count / copies / 2;
    /** Returns the channel of the original network for an output. */
    const channelOf = (index: number) => (index < count / 2 ? index % half : half + (index % half));
    const each = kernel.values.length / count;
    const weights = kernel.values.map((value, i) => value * channels[channelOf(Math.floor(i / each))]!.gain);
    const { bytes, steps } = roundKernel(weights, count, kernel.dims[2] ** 2);
    const bias = Int32Array.from(steps, (step, i) =>
      Math.round(channels[channelOf(i)]!.offset / Math.fround(step * scale.scale)),
    );
    const seen = graph.put('QLinearConv', [
      ...[from, graph.float(scale.scale), this.#byte(scale.zero)],
      graph.constant(`${name} bytes`, [count, kernel.dims[1], kernel.dims[2], kernel.dims[2]], dataTypes.int8, bytes),
      this.#floats(`${name} steps`, steps),
      this.#zeros(count),
      ...[graph.float(1), this.#byte(0)],
      graph.constant(`${name} bias`, [count], dataTypes.int32, bias),
    ]);
    graph.nodes.at(-1)!.attribute = attribute;
    const { inverse, shift } = this.#statistics(
      seen,
      count,
      copies,
      channels.slice(half).map(({ step }) => step),
    );
    const fixedScales = Float32Array.from({ length: count / 2 }, (_, i) => channels[channelOf(i)]!.step / unit);
    const fixedShift = new Int32Array(count / 2).fill(middle * unit);
    const to = this.#scales.get(output)!;
    const diagonal = Int8Array.from({ length: count * count }, (_, i) => (i % (count + 1) === 0 ? unit : 0));
    const normalised = graph.put(
      'QLinearConv',
      [
        ...[seen, graph.float(1), this.#byte(middle)],
        graph.constant(`diagonal ${count}`, [count, count, 1, 1], dataTypes.int8, diagonal),
        graph.put('Concat', [this.#floats(`${name} fixed`, fixedScales), inverse], { axis: 0 }),
        this.#zeros(count),
        ...[graph.float(to.scale), this.#byte(to.zero)],
        graph.put('Concat', [graph.constant(`shift ${count}`, [count / 2], dataTypes.int32, fixedShift), shift], {
          axis: 0,
        }),
      ],
      { kernel_shape: [1, 1] },
    );
    // Bytes saturate at zero; a different zero point needs clipping.
    this.#bytes.set(output, to.zero === 0 ? normalised : graph.put('Clip', [normalised, this.#byte(to.zero)]));
  }

  /** Returns factors that quantise a channel: value × `gain` + `offset`. One level is worth `step`. */
  #channelScales(conv: OnnxNode, fixed: OnnxNode): { gain: number; offset: number; step: number }[] {
    const found = this.#ranges.channels[conv.output[0]!];
    if (!found) throw new Error(`There are no ranges for the channels of ${conv.output[0]}.`);
    const [gamma, beta, mean, variance] = fixed.input.slice(1).map((name) => this.#decoder.values(name).values);
    const bias = this.#decoder.values(conv.input[2]).values;
    return found.map(([min, max], channel) => {
      if (channel >= gamma!.length) {
        const extra = (max - min) * margin;
        const step = (max - min + 2 * extra) / levels;
        return { gain: 1 / step, offset: (bias[channel]! - min + extra) / step, step };
      }
      // The ReLU removes negative values anyway.
      const slope = gamma![channel]! / Math.sqrt(variance![channel]! + epsilon);
      const base = beta![channel]! - mean![channel]! * slope;
      const step = (Math.max(min * slope + base, max * slope + base, epsilon) * (1 + margin)) / levels;
      return { gain: slope / step, offset: (bias[channel]! * slope + base) / step, step };
    });
  }

  /**
   * Computes scales and offsets that normalize the second half of the channels.
   * @param steps value of one level per channel
   */
  #statistics(
    seen: string,
    count: number,
    copies: number,
    steps: readonly number[],
  ): { inverse: string; shift: string } {
    const graph = this.#graph;
    const half = steps.length;
    const sampled = graph.put('Slice', [
      seen,
      graph.int64List([count / 2, 0, 0]),
      graph.int64List([count, 2 ** 30, 2 ** 30]),
      graph.int64List([1, 2, 3]),
      graph.int64List([1, sampling, sampling]),
    ]);
    const values = graph.put('DequantizeLinear', [sampled, graph.float(1), this.#byte(middle)]);
    const mean = (of: string) => {
      const all = graph.put('ReduceMean', [of], { axes: [0, 2, 3], keepdims: 0 });
      const rows = graph.put('Reshape', [all, graph.int64List([copies, half])]);
      const means = graph.put('ReduceMean', [rows], { axes: [0], keepdims: 1 });
      return graph.put('Reshape', [graph.put('Tile', [means, graph.int64List([copies, 1])]), graph.int64List([-1])]);
    };
    const center = mean(values);
    const square = mean(graph.put('Mul', [values, values]));
    const variance = graph.put('Sub', [square, graph.put('Mul', [center, center])]);
    const floor = Float32Array.from({ length: count / 2 }, (_, i) => epsilon / steps[i % half]! ** 2);
    const deviation = graph.put('Sqrt', [graph.put('Add', [variance, this.#floats(`${seen} floor`, floor)])]);
    const shift = graph.put('Round', [graph.put('Mul', [center, graph.float(-unit)])]);
    return {
      inverse: graph.put('Div', [graph.float(1 / unit), deviation]),
      shift: graph.put('Cast', [shift], { to: dataTypes.int32 }),
    };
  }

  /** Writes one convolution for the four pixels of a position; its sums are not rounded. */
  #writeLogits(): void {
    const graph = this.#graph;
    const { last, logits } = this.#decoder;
    const { scale, zero } = this.#scales.get(last.output)!;
    const { values } = this.#decoder.values(logits.input[1]);
    const half = values.length / 2;
    const count = values.length * phases;
    const weights = new Float32Array(phases * count);
    for (let phase = 0; phase < phases; phase++) {
      for (const [channel, value] of values.entries()) {
        const index = phase * half + (channel % half) + (channel < half ? 0 : count / 2);
        weights[phase * count + index] = value;
      }
    }
    const { bytes, steps } = roundKernel(weights, phases, 1);
    // Not every processor multiplies unsigned values by signed weights in this kind of layer.
    const unsigned = Uint8Array.from(bytes, (value) => value + middle);
    const name = graph.constant('quantized logits', [phases, count, 1, 1], dataTypes.uint8, unsigned);
    const from = this.#bytes.get(last.output)!;
    const sums = graph.put('ConvInteger', [from, name, this.#byte(zero), this.#byte(middle)]);
    const floats = graph.put('Cast', [sums], { to: dataTypes.float });
    const products = graph.put('Mul', [floats, graph.float(steps[0]! * scale)]);
    const biased = graph.put('Add', [products, graph.float(this.#decoder.values(logits.input[2]).values[0]!)]);
    graph.put('DepthToSpace', [biased], { blocksize: 2 }, logits.output[0]);
  }

  #byte(value: number): string {
    return this.#graph.constant(`byte ${value}`, [], dataTypes.uint8, Uint8Array.of(value));
  }

  #zeros(count: number): string {
    return this.#graph.constant(`zeros ${count}`, [count], dataTypes.int8, new Int8Array(count));
  }

  #floats(name: string, values: Float32Array): string {
    return this.#graph.constant(name, [values.length], dataTypes.float, values);
  }
}

function scaleOf(min: number, max: number): Pick<Scale, 'scale' | 'zero'> {
  const low = Math.min(0, min);
  const scale = Math.fround((Math.max(0, max) - low) / levels);
  return { scale, zero: Math.round(-low / scale) };
}

function multiplyInput({ values, dims: [outputs, inputs, side] }: Kernel, input: number, factor: number): void {
  const each = side * side;
  for (let output = 0; output < outputs; output++) {
    const start = (output * inputs + input) * each;
    for (let i = start; i < start + each; i++) values[i]! *= factor;
  }
}

/**
 * Converts a 3 × 3 kernel for pixels to a 3 × 3 kernel for positions of 2 × 2 pixels.
 * @param smooth number of inputs that were enlarged bilinearly and now are not; each pixel of the others becomes an
 *   input
 * @returns outputs: the first half of the channels of each pixel, then the second halves
 */
function phaseKernel({ values, dims: [outputs, inputs, side] }: Kernel, smooth: number): Kernel {
  const half = outputs / 2;
  const photo = inputs - smooth;
  const dims = [outputs * phases, smooth + photo * phases, side] as const;
  const out = new Float32Array(dims[0] * dims[1] * side * side);
  const add = (output: number, input: number, y: number, x: number, value: number) => {
    out[((output * dims[1] + input) * side + y) * side + x]! += value;
  };
  for (const [i, value] of values.entries()) {
    const [kernelX, kernelY] = [i % side, Math.floor(i / side) % side];
    const [input, channel] = [Math.floor(i / side ** 2) % inputs, Math.floor(i / side ** 2 / inputs)];
    for (let phase = 0; phase < phases; phase++) {
      const output = phase * half + (channel % half) + (channel < half ? 0 : half * phases);
      const [y, x] = [(phase >> 1) + kernelY - 1, (phase & 1) + kernelX - 1];
      if (input >= smooth) {
        const pixel = (y & 1) * 2 + (x & 1);
        add(output, smooth + pixel * photo + input - smooth, (y >> 1) + 1, (x >> 1) + 1, value);
        continue;
      }
      for (const [placeY, shareY] of placesOf(y)) {
        for (const [placeX, shareX] of placesOf(x)) add(output, input, placeY, placeX, value * shareY * shareX);
      }
    }
  }
  return { values: out, dims };
}

/** Returns the positions, of three, that a bilinear pixel averages, and their shares. */
function placesOf(pixel: number): [place: number, share: number][] {
  const place = (pixel >> 1) + 1;
  if ((pixel & 1) === 0) {
    return [
      [place - 1, 0.25],
      [place, 0.75],
    ];
  }
  return [
    [place, 0.75],
    [place + 1, 0.25],
  ];
}
