import { describe, expect, test } from 'vitest';
import { Base64Decoder, InvalidBase64, isLikelyBase64, stripDataPrefix } from '../../../../main/service/http/base64.ts';
import { noise } from '../../../helpers/photograph/noise.ts';

function decode(...pieces: string[]): Buffer {
  const decoder = new Base64Decoder();
  return Buffer.concat([...pieces.map((piece) => decoder.push(piece)), decoder.end()]);
}

describe('Base64Decoder', () => {
  test.each([0, 1, 2, 3, 4, 5, 31, 32, 33])('decodes %i bytes, however they are split', (length) => {
    const bytes = noise(length);
    const text = bytes.toString('base64');
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(decode(text.slice(0, cut), text.slice(cut))).toEqual(bytes);
    }
    expect(decode(...text)).toEqual(bytes);
  });

  test('accepts the URL alphabet, missing padding and line breaks', () => {
    const bytes = Buffer.from('fbefbefffffe', 'hex');
    expect(decode(bytes.toString('base64url'))).toEqual(bytes);
    expect(decode('aGVs\r\nbG8', '\n')).toEqual(Buffer.from('hello'));
  });

  test.each(['a*b=', '<html>', 'aaaaa', 'aGk=aGk=', 'aGk===', 'äöü'])('rejects %s', (text) => {
    expect(() => decode(text)).toThrow(InvalidBase64);
    expect(() => decode(...text)).toThrow(InvalidBase64);
  });
});

test('a data prefix is removed, whatever its parameters', () => {
  expect(stripDataPrefix('data:image/png;base64,AAAA')).toBe('AAAA');
  expect(stripDataPrefix('data:image/jpeg;charset=utf-8;base64,/9j/')).toBe('/9j/');
  expect(stripDataPrefix('/9j/4AAQ')).toBe('/9j/4AAQ');
});

test.each([
  ['/9j/4AAQSkZJRg', true],
  ['data:image/png;base64,iVBORw0KGgo', true],
  ['iVBO\nRw0K', true],
  ['', false],
  ['data:image/png;base64,', false],
  ['<!doctype html>', false],
  ['two words', false],
])('%j looks like base64: %s', (head, expected) => {
  expect(isLikelyBase64(head)).toBe(expected);
});
