import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResultShape } from '../../../../contract/operations/operation-spec.ts';
import { operationList } from '../../../../contract/operations/table.ts';
import { type Fields, fieldsOf } from '../../../../main/service/errors/envelope.ts';
import { InvalidBase64 } from '../../../../main/service/http/base64.ts';
import { ResponseImages, readResponseBody } from '../../../../main/service/http/json-response.ts';
import {
  InvalidImageError,
  readResult,
  type ServiceResult,
  TooManyImagesError,
} from '../../../../main/service/results/read-result.ts';
import { jpegBytes, pngBytes } from '../../../helpers/service/service-stage.ts';

let scratch = '';
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'burnish-results-'));
});
afterEach(async () => {
  await rm(scratch, { recursive: true, force: true });
});

const baseUrl = 'https://service.example/base';
const url = (name: string) => `https://results.example/${name}?signature=1`;
const at = (name: string) => ({ url: url(name), namedFrom: 'internet' });
const envelope = {
  request_id: 'r',
  log_id: 'l',
  error_code: 0,
  error_msg: '',
  error_detail: { status_code: 200, code: '', code_message: '', message: '' },
};

const context = () => ({ baseUrl, namedFrom: 'internet' as const, images: new ResponseImages(), scratch });

function read(shape: ResultShape, body: Fields): Promise<ServiceResult | null> {
  return readResult(shape, { ...envelope, ...body }, context());
}

/** Reads a response as it is received, whose large images are decoded at once. */
async function received(shape: ResultShape, answer: object): Promise<ServiceResult | null> {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(JSON.stringify(answer));
  }
  const { value, images } = await readResponseBody(chunks(), scratch);
  const result = await readResult(shape, fieldsOf(value), { ...context(), images });
  await images.remove();
  return result;
}

/** Content of the only image, which was inside the response. */
async function decoded(result: ServiceResult | null): Promise<Buffer> {
  const from = result?.files[0]?.from;
  if (from === undefined || !('path' in from)) throw new Error('not decoded');
  return readFile(from.path);
}

const single = (name: string) => ({
  files: [{ from: at(name), element: null, className: null, box: null }],
});

test('more images than one photograph can have are rejected', async () => {
  const data = { result_urls: Array.from({ length: 101 }, (_, index) => url(`${index}`)) };
  await expect(read('result-urls', { data })).rejects.toThrow(TooManyImagesError);
});

test('a garment named twice is read once', async () => {
  const data = { elements: [{ class_url: { tops: url('a') } }, { class_url: { tops: url('b') } }] };
  expect((await read('apparel', { data }))?.files.map(({ from }) => from)).toEqual([at('a')]);
});

test.each([
  [{ x: 1e308, y: 0, width: 5, height: 5 }],
  [{ x: 0, y: 0, width: 1e12, height: 5 }],
  [{ x: '1e999', y: 0, width: 5, height: 5 }],
  [{ x: 0, y: 0, width: -5, height: 5 }],
  [{ x: { a: 1 }, y: 0, width: 5, height: 5 }],
])('the box %j is rejected', async (box) => {
  const data = { elements: [{ image_url: url('a'), ...box }] };
  expect((await read('elements', { data }))?.files[0]?.box).toBeNull();
});

test('a very long address is rejected', async () => {
  expect(await read('image-url', { data: { image_url: url('a'.repeat(20_000)) } })).toBeNull();
});

describe('one image by address', () => {
  const shapes: ResultShape[] = ['image-url', 'base64-result', 'base64-image', 'data-image', 'result-urls'];
  const places: Record<string, Fields> = {
    'data.result_urls': { data: { result_urls: [url('a')] } },
    'data.image_url': { data: { image_url: url('a') } },
    'data.image': { data: { image: url('a') } },
    'data.result_url': { data: { result_url: url('a') } },
    result_url: { result_url: url('a') },
    result_urls: { result_urls: [url('a')] },
  };
  const cases = shapes.flatMap((shape) => Object.entries(places).map(([place, body]) => ({ shape, place, body })));

  test.each(cases)('$shape: at $place', async ({ shape, body }) => {
    expect(await read(shape, body)).toEqual(single('a'));
  });

  test.each<[ResultShape, Fields, string]>([
    ['base64-image', { data: { image: 'files/a.png' } }, '/base/files/a.png'],
    ['base64-image', { data: { image: './files/a.png' } }, '/base/files/a.png'],
    ['base64-image', { data: { image: 'files/a.jpeg?x=1' } }, '/base/files/a.jpeg?x=1'],
    ['image-url', { data: { image_url: '/files/a.png?x=1' } }, '/files/a.png?x=1'],
    ['image-url', { data: { image_url: '/results/9f86d081' } }, '/results/9f86d081'],
    ['image-url', { data: { image_url: 'results/9f86d081' } }, '/base/results/9f86d081'],
  ])('%s: %j without a host belongs to the service', async (shape, body, path) => {
    const result = await read(shape, body);
    expect(result?.files[0]?.from).toEqual({ url: `https://service.example${path}`, namedFrom: 'internet' });
  });

  test.each(['file:///etc/passwd', 'ftp://example.com/a.png'])('%s is not a result', async (bad) => {
    expect(await read('image-url', { data: { image_url: bad } })).toBeNull();
  });
});

describe('one image inside the response', () => {
  test.each<[ResultShape, string, (text: string) => Fields]>([
    ['base64-result', 'result', (text) => ({ task_type: 'sync', result: text })],
    ['base64-image', 'data.image', (text) => ({ task_type: 'sync', data: { image: text } })],
    ['base64-image', 'result, as in the second sample', (text) => ({ task_type: 'sync', result: text })],
    ['base64-image', 'data.image before result', (text) => ({ result: 'AAAA', data: { image: text } })],
    ['base64-result', 'result with a data prefix', (text) => ({ result: `data:image/png;base64,${text}` })],
  ])('%s: %s', async (shape, _where, body) => {
    expect(await decoded(await read(shape, body(pngBytes.toString('base64'))))).toEqual(pngBytes);
  });

  test('a large one, decoded while it was received, is not decoded again', async () => {
    const image = jpegBytes(500_000);

    const result = await received('base64-result', { ...envelope, result: image.toString('base64') });

    expect(await decoded(result)).toEqual(image);
    expect(await readdir(scratch)).toHaveLength(1);
  });

  test('bytes that are not an image leave no file', async () => {
    const text = Buffer.from('%PDF-1.7 and so on').toString('base64');
    await expect(read('base64-result', { result: text })).rejects.toThrow(InvalidImageError);
    expect(await readdir(scratch)).toEqual([]);
  });

  test('text that is not Base64', async () => {
    await expect(read('base64-result', { result: 'see the attachment!' })).rejects.toThrow(InvalidBase64);
  });
});

test('several addresses are numbered', async () => {
  const result = await read('result-urls', { data: { result_urls: [url('a'), '', url('b'), null] } });
  expect(result?.files.map(({ from, element }) => [from, element])).toEqual([
    [at('a'), 0],
    [at('b'), 1],
  ]);
});

describe('elements', () => {
  test('have their boxes and numbers', async () => {
    const elements = [
      { image_url: url('a'), width: 120, height: 150, x: 10, y: 0 },
      { image_url: url('b'), width: '80', height: '90', x: '200.5', y: 40 },
      { image_url: url('c') },
    ];

    const result = await read('elements', { data: { elements } });

    expect(result?.files).toEqual([
      { from: at('a'), element: 0, className: null, box: { x: 10, y: 0, width: 120, height: 150 } },
      { from: at('b'), element: 1, className: null, box: { x: 200.5, y: 40, width: 80, height: 90 } },
      { from: at('c'), element: 2, className: null, box: null },
    ]);
  });

  test('without an image do not affect the others', async () => {
    const result = await read('elements', { data: { elements: [{}, { image_url: url('b') }] } });
    expect(result?.files.map((file) => file.element)).toEqual([1]);
  });

  test('can be an empty list, but not a list of another kind', async () => {
    expect(await read('elements', { data: { elements: [] } })).toEqual({ files: [] });
    expect(await read('elements', { data: { elements: [{}, 'x'] } })).toBeNull();
  });
});

describe('apparel', () => {
  test('returns the complete cutout and each garment', async () => {
    const elements = [{ image_url: url('all') }, { class_url: { tops: url('t'), pants: url('p'), hat: '' } }];

    const result = await read('apparel', { data: { elements } });

    expect(result?.files.map(({ from, className }) => [from, className])).toEqual([
      [at('all'), null],
      [at('t'), 'tops'],
      [at('p'), 'pants'],
    ]);
  });

  test('accepts both in one object and an unknown garment, but no name that escapes the folder', async () => {
    const elements = [{ image_url: '', class_url: { dress: url('d'), '../../x': url('evil') } }];

    const result = await read('apparel', { data: { elements } });

    expect(result?.files.map((file) => file.className)).toEqual(['dress']);
  });
});

describe('analysis', () => {
  const landmarks = {
    result: {
      face_num: 1,
      face_list: [{ face_token: 't', location: { left: 1.5, top: 2, width: 3, height: 4, rotation: 0 }, age: 30 }],
      angle: [{ yaw: 1, pitch: 2, roll: 3 }],
      gender: [{ type: 'female', probability: 0.9 }],
      landmark4: [{ x: 1, y: 2 }],
    },
  };
  const skin = {
    warning: ['imporper_headpose'],
    face_rectangle: { top: 1, left: 2, width: 3, height: 4 },
    result: {
      pores: { value: 0, confidence: 0.5 },
      skin_type: { skin_type: 2, details: { 0: { value: 0, confidence: 0.1 } } },
    },
  };
  const layoutA = {
    image_width: 640,
    image_height: 480,
    face_detail_infos: [{ face_rect: { x: 1, y: 2, width: 3, height: 4 }, face_detail_attributes_info: { age: 30 } }],
  };
  const layoutB = { image_width: 640, image_height: 480, data: { face_count: 1, face_rectangles: [1, 2, 3, 4] } };

  test.each<[string, ResultShape, Fields]>([
    ['landmarks', 'landmarks', landmarks],
    ['landmarks without a face', 'landmarks', { result: { face_num: 0 } }],
    ['skin', 'skin', skin],
    ['faces, layout A', 'face-analysis', layoutA],
    ['faces, layout B', 'face-analysis', layoutB],
    ['faces, both layouts', 'face-analysis', { ...layoutA, ...layoutB }],
  ])('%s is kept unchanged', async (_name, shape, body) => {
    expect(await read(shape, body)).toEqual({ files: [], analysis: { ...envelope, ...body } });
  });

  test('is kept without its images', async () => {
    const marked = { image: jpegBytes(100_000).toString('base64') };

    const result = await received('skin', { ...skin, marked });

    expect(result?.analysis).toEqual({ ...skin, marked: { image: null } });
  });
});

test.each(operationList.map((spec) => [spec.id, spec.result] as const))(
  '%s: a response without its result is distinguished from one with it',
  async (_id, shape) => {
    for (const body of [{}, { data: {} }, { data: null }, { data: [], result: '' }, { task_id: 't' }]) {
      expect(await read(shape, body)).toBeNull();
    }
  },
);

describe('a result at an unspecified location', () => {
  const png = pngBytes.toString('base64');
  test.each<[string, ResultShape, Fields, number]>([
    ['an address as `result`', 'image-url', { result: url('a.png') }, 1],
    ['an object as `result`', 'image-url', { result: { result_urls: [url('a'), url('b')] } }, 2],
    ['`result_urls` as one text', 'result-urls', { data: { result_urls: url('a') } }, 1],
    ['`result_urls` at the top', 'image-url', { result_urls: [url('a')] }, 1],
    ['objects in a list', 'result-urls', { data: { images: [{ url: url('a') }, { url: url('b') }] } }, 2],
    ['`data` as an address', 'data-image', { data: url('a.jpg') }, 1],
    ['an image of an operation that gives elements', 'elements', { data: { image_url: url('a') } }, 1],
    ['elements in `result`', 'elements', { result: { elements: [{ image_url: url('a') }] } }, 1],
    ['base64 in a field for addresses', 'image-url', { data: { image_url: png } }, 1],
    ['base64 with its type in such a field', 'image-url', { data: { image_url: `data:image/png;base64,${png}` } }, 1],
    ['base64 in `result`', 'image-url', { result: png }, 1],
  ])('%s', async (_name, shape, body, count) => {
    expect((await read(shape, body))?.files).toHaveLength(count);
  });

  const none = [{ result: 'processing' }, { data: 'ok' }, { result: 17 }, { data: [] }];
  test.each(none)('%j contains none', async (body) => {
    expect(await read('image-url', body)).toBeNull();
  });
});
