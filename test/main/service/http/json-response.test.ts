import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InvalidBase64 } from '../../../../main/service/http/base64.ts';
import {
  maxImages,
  type ResponseBody,
  readResponseBody,
  UnreadableResponse,
} from '../../../../main/service/http/json-response.ts';
import { noise } from '../../../helpers/photograph/noise.ts';

let scratch = '';
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'burnish-answer-'));
});
afterEach(async () => {
  await rm(scratch, { recursive: true, force: true });
});

/** Yields `text` in pieces of `size` bytes. */
async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(text: string, size = 65_536): Promise<ResponseBody> {
  return readResponseBody(pieces(text, size), scratch);
}

/** Content of the image that a token in a response stands for. */
async function imageOf(body: ResponseBody, token: unknown): Promise<Buffer> {
  return readFile(body.images.pathOf(String(token)) ?? '');
}

const ordinary = {
  empty: '',
  quotes: 'a "quoted" \\ word\n',
  unicode: 'Grüße, 照片, 🖼',
  nested: { list: [1, -2.5e3, true, null, 'x'], 'odd "key"': {} },
};

describe('ordinary JSON', () => {
  test.each([1, 2, 3, 7, 64, 100_000])('is read from pieces of %i bytes', async (size) => {
    const body = await read(JSON.stringify(ordinary), size);
    expect(body.value).toEqual(ordinary);
    expect(await readdir(scratch)).toEqual([]);
  });

  test('can have a byte order mark and blanks around it', async () => {
    expect((await read('\uFEFF \n{"a":1}\n ')).value).toEqual({ a: 1 });
  });

  test('can have a million short strings, but not too many', { tags: ['long'] }, async () => {
    const words = Array.from({ length: 1_000_000 }, () => 'ab');
    expect(((await read(JSON.stringify(words))).value as string[]).length).toBe(words.length);
    await expect(read(JSON.stringify(Array.from({ length: 4_000_000 }, () => 'ab')))).rejects.toMatchObject({
      reason: 'too-large',
    });
  });

  const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

  test.each([
    ['100,000 lists', nested('[', ']', 100_000), 'too-deep'],
    ['100,000 objects', nested('{"a":', '}', 100_000), 'too-deep'],
    ['1,600,000 empty lists', `[${'[],'.repeat(1_600_000)}1]`, 'too-large'],
  ])('is rejected before parsing with %s', async (_name, text, reason) => {
    for (const size of [997, 65_536]) await expect(read(text, size)).rejects.toMatchObject({ reason });
  });

  test('can be 90 levels deep, and brackets in strings do not count', async () => {
    const text = '[{'.repeat(200);

    expect((await read(nested('[', ']', 90))).value).toBeDefined();
    expect((await read(JSON.stringify({ text }), 5)).value).toEqual({ text });
  });

  test('with too many images is rejected, and leaves no file', async () => {
    const image = noise(70_000).toString('base64');
    async function* answer(): AsyncGenerator<Buffer> {
      yield Buffer.from('[0');
      for (let n = 0; n <= maxImages; n += 1) yield Buffer.from(`,"${image}"`);
      yield Buffer.from(']');
    }
    await expect(readResponseBody(answer(), scratch)).rejects.toMatchObject({ reason: 'too-large' });
    expect(await readdir(scratch)).toEqual([]);
  });

  test('keeps a long text that is not Base64', async () => {
    const text = `${'many words, and "quotes" '.repeat(10_000)}`;
    expect((await read(JSON.stringify({ text }))).value).toEqual({ text });
    expect(await readdir(scratch)).toEqual([]);
  });
});

describe('an image inside', () => {
  const image = noise(300_001);

  test.each([1_000, 4_099, 65_536, 1_000_000])('is written to a file, from pieces of %i bytes', async (size) => {
    const body = await read(JSON.stringify({ before: 1, data: { image: image.toString('base64') }, after: [2] }), size);
    const value = body.value as { before: number; data: { image: string }; after: number[] };
    expect([value.before, value.after]).toEqual([1, [2]]);
    expect(value.data.image.length).toBeLessThan(100);
    expect(await imageOf(body, value.data.image)).toEqual(image);
  });

  test.each([
    ['a data prefix', (text: string) => `"data:image/png;base64,${text}"`],
    ['escaped slashes', (text: string) => `"${text.replaceAll('/', '\\/')}"`],
    ['escaped equals signs', (text: string) => `"${text.replaceAll('=', '\\u003d')}"`],
    ['escaped everything', (text: string) => `"${text.replaceAll('/', '\\u002F').replaceAll('+', '\\u002b')}"`],
    ['line breaks', (text: string) => JSON.stringify(text.replace(/.{76}/g, '$&\r\n'))],
  ])('with %s', async (_name, write) => {
    for (const size of [997, 65_536]) {
      const body = await read(`{"result":${write(image.toString('base64'))}}`, size);
      expect(await imageOf(body, (body.value as { result: string }).result)).toEqual(image);
    }
  });

  test('next to texts with quotes and backslashes', async () => {
    for (const words of ['say "hi', 'C:\\', '\\"']) {
      const body = await read(JSON.stringify({ words, image: image.toString('base64') }), 997);
      const value = body.value as { words: string; image: string };
      expect(value.words).toBe(words);
      expect(await imageOf(body, value.image)).toEqual(image);
    }
  });

  test('one of several is written to its own file, and removed on demand', async () => {
    const images = [noise(100_000), noise(200_000)];
    const body = await read(JSON.stringify(images.map((each) => each.toString('base64'))));
    const tokens = body.value as string[];
    expect(await imageOf(body, tokens[0])).toEqual(images[0]);
    expect(await imageOf(body, tokens[1])).toEqual(images[1]);
    expect(await readdir(scratch)).toHaveLength(2);
    await body.images.remove();
    expect(await readdir(scratch)).toEqual([]);
  });

  test('cannot choose the path of its file', async () => {
    const body = await read(JSON.stringify({ image: 'image-0-0', other: '../../etc/passwd' }));
    expect(body.images.pathOf('image-0-0')).toBeUndefined();
    expect(body.images.pathOf('../../etc/passwd')).toBeUndefined();
  });

  test('stays a text if no folder is given', async () => {
    const text = image.toString('base64');
    expect((await readResponseBody(pieces(JSON.stringify({ text }), 65_536), null)).value).toEqual({ text });
  });
});

describe('an unreadable response', () => {
  test.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['<!doctype html><title>Login</title>', 'web-page'],
    ['{"a":', 'malformed'],
    ['{"a":"b', 'malformed'],
    ['OK', 'malformed'],
  ])('%j is %s', async (text, why) => {
    await expect(read(text)).rejects.toEqual(expect.objectContaining({ name: 'UnreadableResponse', reason: why }));
  });

  test('without an end is rejected', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(1024 * 1024, 'no base64 ');
    }
    await expect(readResponseBody(endless(), scratch)).rejects.toThrow(UnreadableResponse);
  });

  const image = noise(100_000).toString('base64');
  async function* lost(): AsyncGenerator<Buffer> {
    yield Buffer.from(`{"image":"${image}`);
    throw new Error('reset');
  }
  test.each([
    ['with an image that becomes invalid', pieces(`{"text":"${image} and then words"}`, 50_000), InvalidBase64],
    ['that ends inside an image', pieces(`{"image":"${image}`, 65_536), UnreadableResponse],
    ['with a lost connection', lost(), /^reset$/],
  ])('%s leaves no file', async (_name, chunks, error) => {
    await expect(readResponseBody(chunks, scratch)).rejects.toThrow(error);
    expect(await readdir(scratch)).toEqual([]);
  });

  test('for a read-only folder is an error', async () => {
    await rm(scratch, { recursive: true });
    const text = noise(100_000).toString('base64');
    await expect(read(JSON.stringify({ text }))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
