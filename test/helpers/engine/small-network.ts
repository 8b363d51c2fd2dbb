/**
 * A network of a few hundred bytes with the inputs and outputs of the catalogue's networks. Bright pixels are the
 * subject.
 */
import { createHash } from 'node:crypto';
import type { CatalogNetwork } from '../../../contract/services/networks.ts';

/** Fields of a protobuf message: a number is a varint, bytes and texts are length-prefixed. */
type Field = readonly [number: number, value: number | string | Uint8Array];

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
      const bytes = Buffer.from(value);
      return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

/** Field numbers are those of onnx.proto. */
function tensor(name: string, dims: readonly number[], values: readonly number[]): Uint8Array {
  const raw = new Uint8Array(new Float32Array(values).buffer);
  return message(...dims.map((dim): Field => [1, dim]), [2, 1], [8, name], [9, raw]);
}

function plane(name: string, channels: number, side: number): Uint8Array {
  const shape = message(...[1, channels, side, side].map((dim): Field => [1, message([1, dim])]));
  return message([1, name], [2, message([1, message([1, 1], [2, shape])])]);
}

/**
 * Builds an ONNX file: the sum of the colors times `slope`, as logits or through the sigmoid.
 * @param padding extra bytes without a meaning
 */
export function smallNetwork(
  { input: { side }, output }: Pick<CatalogNetwork, 'input' | 'output'>,
  slope = 3,
  padding = 0,
): Buffer {
  const conv = message([1, 'input_image'], [1, 'weights'], [2, output === 'scores' ? 'sum' : 'mask'], [4, 'Conv']);
  const sigmoid = message([1, 'sum'], [2, 'mask'], [4, 'Sigmoid']);
  const graph = message(
    [1, conv],
    ...(output === 'scores' ? [[1, sigmoid] as const] : []),
    [2, 'what is bright'],
    [5, tensor('weights', [1, 3, 1, 1], [slope, slope, slope])],
    [11, plane('input_image', 3, side)],
    [12, plane('mask', 1, side)],
  );
  return Buffer.from(message([1, 8], [6, 'x'.repeat(padding)], [7, graph], [8, message([2, 13])]));
}

/** Ranges of the network's values, for quantization. */
export const smallRanges = { input_image: [-1, 1], sum: [-9, 9], mask: [-9, 9] } as const;

/** A checksum in the catalogue's format. */
export const checksumOf = (bytes: Uint8Array): string => `md5:${createHash('md5').update(bytes).digest('hex')}`;
