/** Malicious JSON: invalid responses and tasks, and the key in each field. */
import { gzipSync } from 'node:zlib';
import { markedSize } from '../runner/mark.ts';
import { type FinalState, goodFile, type Hostile, ok, type Reply, refused, taskCase } from './hostile-answer.ts';

const megabyte = 1024 * 1024;
const headers = { 'content-type': 'application/json' };

/** JSON that `JSON.stringify` would not write. */
const raw = (body: Buffer | string): Reply => ({ headers, body });
const zipped = (body: Buffer): Reply => ({
  headers: { ...headers, 'content-encoding': 'gzip' },
  body: gzipSync(body, { level: 1 }),
});
const endless = (body: string, piece: string, everyMs = 0): Reply => ({ headers, body, endless: { piece, everyMs } });

const answers: readonly (readonly [name: string, reply: () => Reply, stands?: readonly FinalState[]])[] = [
  ['100,000 lists in each other', () => raw(`${'['.repeat(1e5)}${']'.repeat(1e5)}`)],
  ['100,000 objects in each other', () => raw(`${'{"data":'.repeat(1e5)}1${'}'.repeat(1e5)}`)],
  ['4 million values', () => raw(`{"request_id":"r","data":[${'{},'.repeat(4e6)}1]}`)],
  [
    'a number of a million digits',
    () => raw(`{"request_id":"r","error_code":${'9'.repeat(1e6)}}`),
    ['failed', 'uncertain'],
  ],
  [
    'numbers beyond all bounds',
    () => raw('{"request_id":1e999,"error_code":-1e999,"task_status":1e400,"data":{"image_url":1e308}}'),
  ],
  [
    'names of every object',
    () =>
      raw(
        '{"__proto__":{"data":{"image_url":"x"}},"constructor":{"prototype":1},"toString":1,"data":{"__proto__":[]}}',
      ),
  ],
  ['every name twice', () => raw('{"request_id":"a","request_id":{},"data":{"image_url":"x"},"data":null}')],
  ['no UTF-8', () => raw(Buffer.from('7b22726571756573745f6964223a22fffec080ff227d', 'hex'))],
  [
    'half a character',
    () => raw('{"request_id":"\\ud800","error_detail":{"code":"\\udfff","message":"\\ud83d"}}'),
    ['failed', 'uncertain'],
  ],
  ['a word', () => raw('"done"')],
  ['null', () => raw('null')],
  ['a sentence of 15 MB', () => refused({ code: 'NEW', message: 'words '.repeat(2.5e6) }), ['failed']],
  ['a code of 15 MB', () => refused({ code: 'A_B'.repeat(5e6), message: 'x' }), ['failed']],
  [
    'a sentence that writes on the screen',
    () => refused({ code: 'NEW\u001b[2J', message: '\u001b]0;pwned\u0007\u202egnp.\u0000\r\nDone.' }),
    ['failed'],
  ],
  ['64 MB of blanks, zipped', () => zipped(Buffer.alloc(64 * megabyte, 0x20))],
  ['zipped lists', () => zipped(Buffer.alloc(16 * megabyte, '[]'))],
  [
    '20,000 addresses',
    () =>
      ok({ data: { elements: Array.from({ length: 20_000 }, (_, n) => ({ image_url: `https://x.example/${n}` })) } }),
  ],
  ['drips', () => endless('{"a":"', 'x', 15)],
  ['no end', () => endless('{"a":"', ' !'.repeat(32_768))],
];

const heavy: readonly (readonly [name: string, reply: () => Reply])[] = [
  ['a base64 image without an end', () => endless('{"result":"', 'A'.repeat(65_536))],
  ['images without an end', () => endless('{"result":[1', `,"${'A'.repeat(70_000)}"`)],
];

const taskIds: readonly (readonly [name: string, id: unknown])[] = [
  ['an object', { id: 1 }],
  ['a list', ['t']],
  ['nothing', ''],
  ['a megabyte', 'x'.repeat(megabyte)],
  ['control characters', 't\u0000\n\u001b[2J'],
  ['half a character', 't\ud800'],
  ['a huge number', 1e300],
];

const keyIn: readonly (readonly [name: string, wrap: (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in capitals', (key) => key.toUpperCase()],
  ['percent-encoded', (key) => Array.from(key, (each) => `%${each.charCodeAt(0).toString(16)}`).join('')],
  ['in base64', (key) => Buffer.from(`user:${key}`).toString('base64')],
  ['in hexadecimal', (key) => Buffer.from(key).toString('hex')],
  ['escaped', (key) => Array.from(key, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('')],
];

const info = {
  face_rect: { x: 1, y: 1, width: 9, height: 9 },
  face_detail_attributes_info: { age: 30, emotion: { type: 3, probability: 9 } },
};
/** Counts of faces that disagree with the listed ones, which the interface permits. */
const analyses: readonly (readonly [name: string, recipe: 'landmarks' | 'faces', fields: object])[] = [
  ...[7, 0, -1, '2', 1e308].map(
    (face_num) =>
      [
        `${face_num} faces, of which one is listed`,
        'landmarks',
        { result: { face_num, face_list: [{ age: 30 }] } },
      ] as const,
  ),
  [
    'both layouts, of other faces',
    'faces',
    { data: { face_count: 1, face_rectangles: [50, 50, 9, 9] }, face_detail_infos: [info, info, 5] },
  ],
  [
    'a billion faces in one layout, and one in the other',
    'faces',
    { data: { face_count: 1e9, age_list: [1, 'x'] }, face_detail_infos: [info] },
  ],
];

const box = { x: 0, y: 0, ...markedSize };

type Part = Pick<Hostile, 'answer'> & Partial<Hostile>;
const invalid = (group: Hostile['group'], name: string, more: Part): Hostile => ({
  ...{ group, name, recipe: 'cutout', stands: ['uncertain'] },
  ...more,
});

export const hostileWords: readonly Hostile[] = [
  ...answers.map(([name, answer, stands = ['uncertain']]) =>
    invalid('answers', name, { stands, answer, recipe: name === '20,000 addresses' ? 'heads' : 'cutout' }),
  ),
  ...heavy.map(([name, answer]) => invalid('answers', name, { recipe: 'retouched', isHeavy: true, answer })),
  ...taskIds.map(([name, id]) =>
    invalid('tasks', `a task named by ${name}`, { recipe: 'skin', answer: () => ok({ task_id: id }) }),
  ),
  taskCase('tasks', 'a task named like a path', ({ content }) => `../../${content}?task_id=0&x=1#y`),
  invalid('tasks', 'a task with too many results', {
    recipe: 'skin',
    answer: ({ task }) => ok({ task_id: task }),
    task: ({ file }) => ok({ task_status: 2, data: { result_urls: Array.from({ length: 5000 }, () => file) } }),
  }),
  ...keyIn.map(([how, wrap]) =>
    invalid('key', `the key in a refusal, ${how}`, {
      stands: ['failed'],
      answer: ({ key }) =>
        refused(
          { code: `E ${wrap(key)}`, code_message: wrap(key), message: `Your key ${wrap(key)} is bad.` },
          { request_id: wrap(key), log_id: `l-${wrap(key)}` },
        ),
    }),
  ),
  invalid('key', 'the key in the address of its result', {
    stands: ['done'],
    answer: ({ key, file }) => ok({ data: { image_url: `${file}?key=${key}` } }),
    file: async (around, url) => (url.searchParams.get('key') === around.key ? goodFile(around) : { status: 500 }),
  }),
  taskCase('key', 'the key in the name of its task', ({ key, content }) => `${content} ${key}`),
  invalid('key', 'the key in the address of another place', {
    stands: ['failed', 'fetching'],
    answer: ({ key, elsewhere }) => ok({ data: { image_url: `${elsewhere}?key=${key}` } }),
  }),
  invalid('key', 'a redirect that takes the key along', {
    stands: ['failed', 'fetching'],
    answer: ({ file }) => ok({ data: { image_url: file } }),
    file: ({ key, elsewhere }) => ({ status: 302, headers: { location: `${elsewhere}?key=${key}`, 'x-echo': key } }),
  }),
  invalid('key', 'the key as the name of a garment', {
    recipe: 'apparel',
    stands: ['done', 'uncertain'],
    answer: ({ key, file }) =>
      ok({ data: { elements: [{ image_url: file }, { class_url: { [key.toLowerCase()]: file, [key]: file } }] } }),
    file: goodFile,
  }),
  ...analyses.map(([name, recipe, fields]) =>
    invalid('analyses', name, { recipe, stands: ['done'], answer: () => ok(fields) }),
  ),
  invalid('key', 'the key in an analysis', {
    recipe: 'landmarks',
    stands: ['done'],
    answer: ({ key }) => ok({ result: { face_num: 1, face_list: [{ face_token: key, [key]: 1 }] } }),
  }),
  invalid('answers', 'boxes beyond all bounds', {
    recipe: 'heads',
    stands: ['done', 'uncertain'],
    answer: ({ file }) => {
      const large = { image_url: file, ...box, x: 1e308, width: 1e308 };
      return ok({ data: { elements: [large, { image_url: file, ...box, x: -1e9, height: 1e-9 }] } });
    },
    file: goodFile,
  }),
];
