import sharp from 'sharp';
import { expect, test } from 'vitest';
import { extensionOf, imageMime, isCompleteImage, isLikelyText } from '../../../../main/service/http/sniff-image.ts';

const picture = sharp({ create: { width: 9, height: 7, channels: 3, background: '#a0522d' } });

test.each([
  ['image/jpeg', 'jpg', () => picture.clone().jpeg().toBuffer()],
  ['image/png', 'png', () => picture.clone().png().toBuffer()],
  ['image/webp', 'webp', () => picture.clone().webp().toBuffer()],
  ['image/gif', 'gif', () => picture.clone().gif().toBuffer()],
  ['image/tiff', 'tif', () => picture.clone().tiff().toBuffer()],
] as const)('%s is recognized by its first bytes, and its end is found', async (mime, extension, encode) => {
  const bytes = await encode();
  expect(imageMime(bytes)).toBe(mime);
  expect(extensionOf(mime)).toBe(extension);
  expect(isCompleteImage(mime, bytes)).toBe(true);
});

test.each([
  ['image/jpeg', () => picture.clone().jpeg().toBuffer()],
  ['image/png', () => picture.clone().png().toBuffer()],
  ['image/gif', () => picture.clone().gif().toBuffer()],
] as const)('%s that is truncated is incomplete', async (mime, encode) => {
  const bytes = await encode();
  expect(isCompleteImage(mime, bytes.subarray(0, bytes.length - 8))).toBe(false);
});

test('a bitmap needs more than the letters BM', () => {
  expect(imageMime(Buffer.from('424d36000000000000003600000028000000', 'hex'))).toBe('image/bmp');
  expect(imageMime(Buffer.from('BMW is a maker of motor cars'))).toBeNull();
});

test.each(['<html><body>', '{"error":1}', 'RIFFxxxxAVI ', '%PDF-1.7', ''])('%j is not an image', (text) => {
  expect(imageMime(Buffer.from(text))).toBeNull();
});

test('text is distinguished from other files', () => {
  expect(isLikelyText(Buffer.from('<!doctype html>\n'))).toBe(true);
  expect(isLikelyText(Buffer.from('504b0304140000', 'hex'))).toBe(false);
  expect(isLikelyText(Buffer.alloc(0))).toBe(false);
});
