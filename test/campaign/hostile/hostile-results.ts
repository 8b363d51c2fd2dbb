/** Malicious results: images that expand, files without an end, and addresses of other servers. */
import { gzipSync } from 'node:zlib';
import { hugePng } from '../../helpers/service/huge-pictures.ts';
import { bombs } from '../files/bombs.ts';
import { type FinalState, type Hostile, ok, type Reply } from './hostile-answer.ts';

const megabyte = 1024 * 1024;
const unfinished: readonly FinalState[] = ['uncertain', 'failed', 'fetching'];
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';

const pictures: readonly (readonly [name: string, make: () => Buffer, isHeavy?: true])[] = [
  ['a PNG of 22,000 × 22,000', () => hugePng(22_000, 22_000)],
  ['an interlaced PNG of 22,000 × 22,000', () => hugePng(22_000, 22_000, true)],
  ['a PNG of 7,000 × 7,000', () => hugePng(7000, 7000), true],
  ['an interlaced PNG of 7,000 × 7,000', () => hugePng(7000, 7000, true), true],
  ['a drawing that reads files', () => Buffer.from(svg)],
  ['a program', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
];

const files: readonly (readonly [name: string, reply: () => Reply, isHeavy?: true])[] = [
  ['a file of 100 GB, as it says', () => ({ headers: { 'content-length': String(100 * 1024 * megabyte) }, body: 'x' })],
  ['drips', () => ({ body: Buffer.from('89504e470d0a1a0a', 'hex'), endless: { piece: 'x', everyMs: 15 } })],
  [
    'a file without an end',
    () => ({ body: hugePng(10, 10), endless: { piece: Buffer.alloc(megabyte), everyMs: 0 } }),
    true,
  ],
  [
    'a zipped gigabyte',
    () => ({
      headers: { 'content-encoding': 'gzip' },
      body: Buffer.concat([
        gzipSync(hugePng(10, 10)),
        ...Array<Buffer>(70).fill(gzipSync(Buffer.alloc(10 * megabyte))),
      ]),
    }),
    true,
  ],
];

const addresses: readonly (readonly [name: string, address: string])[] = [
  ['a file', 'file:///etc/passwd'],
  ['no web address', 'gopher://127.0.0.1:70/1'],
  ['the data of the cloud', 'http://169.254.169.254/latest/meta-data/a.png'],
  ['the same in another spelling', 'http://0xa9fea9fe/a.png'],
  ['the same inside IPv6', 'http://[::ffff:169.254.169.254]/a.png'],
  ['everybody', 'http://224.0.0.1/a.png'],
  ['a tunnel', 'http://[2002:a9fe:a9fe::1]/a.png'],
  ['the cable', 'http://[fe80::1]/a.png'],
  ['a name and a password', 'http://root:toor@127.0.0.1:1/a.png'],
  ['16 MB of it', `https://x.example/${'a'.repeat(12 * megabyte)}`],
];

/** Images by name, because encoding one takes too long for each request. */
const encoded = new Map<string, Promise<Buffer>>();
function once(name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const image = encoded.get(name) ?? Promise.resolve(make());
  encoded.set(name, image);
  return image;
}

const atAddress = (name: string, group: Hostile['group'], file: NonNullable<Hostile['file']>): Hostile => ({
  ...{ group, name, recipe: 'cutout', stands: unfinished, file },
  answer: ({ file: image_url }) => ok({ data: { image_url } }),
});

export const hostileResults: readonly Hostile[] = [
  ...pictures.map(([name, make, isHeavy = false]) => ({
    ...atAddress(name, 'pictures', async () => ({ body: await once(name, make) })),
    isHeavy,
  })),
  ...bombs.map(({ name, make, isWhole, isHeavy = false }): Hostile => {
    const file: Hostile['file'] = async ({ content }) => ({
      body: await once(`${name} ${content}`, () => make(content)),
    });
    const stands: Hostile['stands'] = isWhole ? [...unfinished, 'done'] : unfinished;
    return { ...atAddress(`bomb: ${name}`, 'pictures', file), isHeavy, stands };
  }),
  ...pictures.map(
    ([name, make, isHeavy = false]): Hostile => ({
      ...{ group: 'pictures', name: `${name}, in base64`, recipe: 'retouched', stands: unfinished, isHeavy },
      answer: async () => ok({ task_type: 'sync', result: (await once(name, make)).toString('base64') }),
    }),
  ),
  ...files.map(([name, file, isHeavy = false]) => ({ ...atAddress(name, 'files', file), isHeavy })),
  ...addresses.map(
    ([name, image_url]): Hostile => ({
      ...{ group: 'addresses', name: `sends to ${name}`, recipe: 'cutout', stands: unfinished },
      answer: () => ok({ data: { image_url } }),
    }),
  ),
  // Longer addresses exceed the limit of a header.
  ...addresses
    .filter(([, location]) => location.length < 1000)
    .map(([name, location]) =>
      atAddress(`sends on to ${name}`, 'addresses', () => ({ status: 302, headers: { location } })),
    ),
  atAddress('sends round in circles', 'addresses', () => ({ status: 302, headers: { location: '?again' } })),
];
