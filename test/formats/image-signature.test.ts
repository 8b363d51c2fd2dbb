import { describe, expect, test } from 'vitest';
import { signedFormat } from '../../formats/image-signature.ts';
import { bitmap, encodeTestImage } from '../helpers/engine/engine-images.ts';

describe('signedFormat', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('recognizes a %s by its first bytes', async (format) => {
    expect(signedFormat(await encodeTestImage(format, 9, 7))).toBe(format);
  });

  test.each([
    ['bmp', bitmap(9, 7)],
    ['gif', Buffer.from('GIF89a')],
    ['gif', Buffer.from('GIF87a')],
    ['tiff', Buffer.from('II*\0')],
    ['tiff', Buffer.from('MM\0*')],
    // A program's own mark in the reserved bytes.
    ['bmp', bitmap(9, 7).fill(0x2a, 6, 10)],
  ])('recognizes a %s', (format, bytes) => {
    expect(signedFormat(bytes)).toBe(format);
  });

  test.each(['', 'BM', 'BMW is a maker of motor cars', 'RIFF1234WAVEfmt ', 'GIF88a', '<html>', '%PDF-1.7'])(
    '%j is no image',
    (text) => {
      expect(signedFormat(Buffer.from(text))).toBeNull();
    },
  );

  test('recognizes an image inside a larger buffer', () => {
    const around = Buffer.concat([Buffer.from('before'), bitmap(9, 7)]);
    expect(signedFormat(around.subarray(6))).toBe('bmp');
  });
});
