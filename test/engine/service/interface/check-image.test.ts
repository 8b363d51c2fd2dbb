import { describe, expect, test } from 'vitest';
import { type ImageInput, imageFormats, type OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operationList } from '../../../../contract/operations/table.ts';
import { imageOf, paddedTo, pngHeader } from '../../../helpers/engine/engine-images.ts';
import { errorCodeOf, postImage, sharedEngine } from '../../../helpers/engine/running-engine.ts';

const engine = sharedEngine();

/** Every image input of the table, including both of an operation with two. */
const rows = operationList.flatMap((spec) =>
  spec.images.map((input): { name: string; spec: OperationSpec; input: ImageInput } => ({
    name: `${spec.id} ${input.field}`,
    ...{ spec, input },
  })),
);
type Row = (typeof rows)[number];

const maxWidth = (input: ImageInput) =>
  Math.min(input.smallerThan.width - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);
const maxHeight = (input: ImageInput) =>
  Math.min(input.smallerThan.height - 1, input.maxSidePx ?? Number.POSITIVE_INFINITY);

/** Whether an earlier row has the same limits. */
const limitsOf = ({ field: _, label: __, ...limits }: ImageInput) => JSON.stringify(limits);
const isRepeated = ({ input }: Row) => rows.find((row) => limitsOf(row.input) === limitsOf(input))?.input !== input;

describe.each(rows.filter((row) => !isRepeated(row)))('$name', checkLimits);
describe.each(rows.filter(isRepeated))('$name', { tags: ['long'] }, checkLimits);

function checkLimits({ spec, input }: Row): void {
  const format = input.formats[0] ?? 'jpeg';
  const fitting = () => imageOf(format, 300, 300);

  /** Sends `image` in this field and an image that fits in the others. */
  const send = async (image: Buffer) =>
    errorCodeOf(await postImage(engine(), spec.id, await fitting(), { [input.field]: image }));

  test('detects a format by the content', async () => {
    const seen: Record<string, string> = {};
    for (const each of imageFormats) seen[each] = await send(await imageOf(each, 300, 300));
    expect(seen).toEqual(
      Object.fromEntries(
        imageFormats.map((each) => [each, input.formats.includes(each) ? 'taken' : 'UNSUPPORTED_FILE_TYPES']),
      ),
    );
  });

  test('rejects an empty file, a damaged header, and a file that is no image', async () => {
    expect(await send(Buffer.from('GIF89a, and so on'))).toBe('UNSUPPORTED_FILE_TYPES');
    expect(await send(Buffer.from('just a text'))).toBe('UNSUPPORTED_FILE_TYPES');
    expect(await send(Buffer.alloc(0))).toBe('PARAMETERS_CANNOT_EMPTY');
    expect(await send((await fitting()).subarray(0, 20))).toBe('FILE_DECODING_FAILURE');
  });

  test('accepts files up to its size in powers of two', async () => {
    const maxBytes = (input.maxBytes / 1_000_000) * 1_048_576;
    expect(await send(paddedTo(await fitting(), maxBytes))).toBe('taken');
    expect(await send(paddedTo(await fitting(), maxBytes + 1))).toBe('FILE_SIZE_EXCEEDS_LIMIT');
  });

  test('accepts images below its upper bound', async () => {
    const [width, height] = [maxWidth(input), maxHeight(input)];
    expect(await send(await imageOf(format, width, height))).toBe('taken');
    expect(await send(await imageOf(format, width + 1, height))).toBe('FILE_RESOLUTION_EXCEEDS_LIMITS');
    expect(await send(await imageOf(format, width, height + 1))).toBe('FILE_RESOLUTION_EXCEEDS_LIMITS');
  });

  test('accepts images above its lower bound', async () => {
    const { width, height } = input.largerThan ?? { width: 0, height: 0 };
    expect(await send(await imageOf(format, width + 1, height + 1))).toBe('taken');
    if (!input.largerThan) return;
    expect(await send(await imageOf(format, width, 300))).toBe('ERROR_LOW_RESOLUTION');
    expect(await send(await imageOf(format, 300, height))).toBe('ERROR_LOW_RESOLUTION');
  });

  test.runIf(input.formats.includes('png'))('rejects the PNG bit depths of the table', async () => {
    const kinds = { 1: [1, 0], 4: [4, 3], 8: [8, 3], 16: [8, 4], 24: [8, 2], 32: [8, 6], 48: [16, 2], 64: [16, 6] };
    const seen: Record<string, string> = {};
    for (const [bits, [depth, colourType]] of Object.entries(kinds)) {
      seen[bits] = await send(pngHeader(300, 300, depth as number, colourType as number));
    }
    const refused = input.refusedPngBits ?? [];
    expect(seen).toEqual(
      Object.fromEntries(
        Object.keys(kinds).map((bits) => [bits, refused.includes(Number(bits)) ? 'UNSUPPORTED_FILE_TYPES' : 'taken']),
      ),
    );
  });
}
