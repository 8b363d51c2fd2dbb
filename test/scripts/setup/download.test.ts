import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download } from '../../../scripts/setup/download.ts';
import { noise } from '../../helpers/photograph/noise.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { type FileServer, type Manners, serveFile } from '../../helpers/service/file-server.ts';

const bytes = noise(3_000_000);
const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

let folder: string;
let to: string;
let server: FileServer | undefined;

beforeEach(() => {
  folder = scratchFolder();
  to = join(folder, 'new', 'file.tgz');
});

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function fetchIt(manners: Manners, expected = integrity): Promise<FileServer> {
  server = await serveFile(bytes, manners);
  await download({ url: server.url, to, integrity: expected, patience: { pauseMs: 1 } });
  return server;
}

describe('download', () => {
  it('downloads the file and reports its progress', async () => {
    server = await serveFile(bytes);
    const seen: [number, number | undefined][] = [];
    await download({ url: server.url, to, integrity, onProgress: (done, total) => seen.push([done, total]) });
    expect((await readFile(to)).equals(bytes)).toBe(true);
    expect(seen.at(-1)).toEqual([bytes.length, bytes.length]);
    expect(existsSync(`${to}.part`)).toBe(false);
  });

  it('resumes after every interruption', async () => {
    const { ranges } = await fetchIt({ cutAfter: [400_000, 700_000] });
    expect((await readFile(to)).equals(bytes)).toBe(true);
    expect(ranges).toHaveLength(3);
    const starts = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts[0]).toBeLessThanOrEqual(400_000);
    expect(starts[1]).toBeGreaterThan(starts[0] ?? Number.NaN);
  });

  it('continues the part that an earlier run left', async () => {
    await mkdir(join(folder, 'new'));
    await writeFile(`${to}.part`, bytes.subarray(0, 1_234_567));
    const { ranges } = await fetchIt({});
    expect(ranges).toEqual(['bytes=1234567-']);
    expect((await readFile(to)).equals(bytes)).toBe(true);
  });

  it('uses a complete part without downloading it again', async () => {
    server = await serveFile(bytes);
    await mkdir(join(folder, 'new'));
    await writeFile(`${to}.part`, bytes);
    await download({ url: server.url, to, integrity });
    expect(server.ranges).toEqual([`bytes=${bytes.length}-`]);
    expect((await stat(to)).size).toBe(bytes.length);
  });

  it('starts over if the server supports no ranges', async () => {
    await fetchIt({ cutAfter: [400_000], ignoresRanges: true });
    expect((await readFile(to)).equals(bytes)).toBe(true);
  });

  it('rejects and deletes a file with another hash', async () => {
    const wrongHash = `sha512-${createHash('sha512').update('another file').digest('base64')}`;
    await expect(fetchIt({}, wrongHash)).rejects.toMatchObject({ kind: 'damaged' });
    expect(existsSync(to)).toBe(false);
    expect(existsSync(`${to}.part`)).toBe(false);
  });

  it('recovers from a damaged part at the next run', async () => {
    await mkdir(join(folder, 'new'));
    await writeFile(`${to}.part`, noise(1_000_000));
    await expect(fetchIt({})).rejects.toMatchObject({ kind: 'damaged' });
    await server?.close();
    await fetchIt({});
    expect((await readFile(to)).equals(bytes)).toBe(true);
  });

  it('gives up immediately if the server refuses', async () => {
    await expect(fetchIt({ status: 404 })).rejects.toMatchObject({ kind: 'refused', status: 404 });
    expect(server?.ranges).toHaveLength(1);
  });

  it('keeps the part if the server disappears', async () => {
    server = await serveFile(bytes, { cutAfter: [400_000] });
    const { url, close } = server;
    server = undefined;
    const onProgress = () => void close();
    await expect(
      download({ url, to, integrity, patience: { tries: 2, pauseMs: 1 }, onProgress }),
    ).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect((await stat(`${to}.part`)).size).toBeGreaterThan(0);
    expect(existsSync(to)).toBe(false);
  });

  it('resumes if the server falls silent', { tags: ['long'] }, async () => {
    let requests = 0;
    const slow = createServer((request, response) => {
      requests += 1;
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...(from > 0 ? range : {}) });
      if (requests === 1) response.write(bytes.subarray(0, 100_000));
      else response.end(bytes.subarray(from));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as { port: number };
    try {
      await download({
        url: `http://127.0.0.1:${port}/`,
        to,
        integrity,
        stallAfterMs: 1_000,
        patience: { pauseMs: 1 },
      });
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
    expect(requests).toBe(2);
    expect((await readFile(to)).equals(bytes)).toBe(true);
  });
});
