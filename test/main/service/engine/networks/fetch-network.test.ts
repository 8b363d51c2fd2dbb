import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fetchNetwork, type NetworkFetch } from '../../../../../main/service/engine/networks/fetch-network.ts';
import { checksumOf } from '../../../../helpers/engine/small-network.ts';
import { noise } from '../../../../helpers/photograph/noise.ts';
import { matchingError } from '../../../../helpers/run/message-matchers.ts';
import { type FileServer, type Manners, serveFile } from '../../../../helpers/service/file-server.ts';
import { listen } from '../../../../helpers/service/listening.ts';

const bytes = noise(2_000_000);
let folder: string;
let to: string;
let server: FileServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'burnish-network-'));
  to = join(folder, 'networks', 'one.onnx');
});
afterEach(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const network = (address: string, changed: Partial<NetworkFetch['network']> = {}) => ({
  ...{ title: 'ISNet', address, bytes: bytes.length, checksum: checksumOf(bytes), ...changed },
});

function fetched(changed: Partial<NetworkFetch>, address = server.url): Promise<void> {
  const signal = new AbortController().signal;
  const rest = { onProgress: () => {}, onChecking: () => {}, canBePlain: true, timeouts: { readStall: 500 } };
  const retries = { pauseMs: 1 };
  return fetchNetwork({ network: network(address), to, signal, retries, ...rest, ...changed });
}

async function serve(manners: Manners = {}): Promise<void> {
  server = await serveFile(bytes, manners);
}

/** Writes the partial file of an earlier download. */
async function left(part: Buffer): Promise<void> {
  await mkdir(join(folder, 'networks'));
  await writeFile(`${to}.part`, part);
}

const received = async () => (await readFile(to)).equals(bytes);
const damaged = matchingError('The download of ISNet was damaged and has been deleted. Try again later.');

test('downloads the file, reports progress, and verifies it before it has its name', async () => {
  await serve();
  const reportedBytes: number[] = [];
  const existed: boolean[] = [];
  const onProgress = (done: number) => reportedBytes.push(done);

  await fetched({ onProgress, onChecking: () => existed.push(existsSync(to)) });

  expect(await received()).toBe(true);
  expect([reportedBytes.at(-1), existed, existsSync(`${to}.part`)]).toEqual([bytes.length, [false], false]);
});

test.each<[string, Manners, Buffer, unknown[]]>([
  ['resumes after a restart', {}, bytes.subarray(0, 123_456), ['bytes=123456-']],
  [
    'resumes after an interruption',
    { cutAfter: [400_000] },
    bytes.subarray(0, 9),
    ['bytes=9-', expect.stringMatching(/^bytes=/)],
  ],
  ['starts over at a server without ranges', { ignoresRanges: true }, bytes.subarray(0, 9), ['bytes=9-']],
  ['accepts a part that is already complete', {}, bytes, [`bytes=${bytes.length}-`]],
])('%s', async (_name, manners, part, ranges) => {
  await serve(manners);
  await left(part);

  await fetched({});

  expect(await received()).toBe(true);
  expect(server.ranges).toEqual(ranges);
});

test('resumes any number of times while interruptions bring much data', async () => {
  await serve({ cutAfter: Array(8).fill(200_000) });

  await fetched({ retries: { pauseMs: 1, minProgressBytes: 100_000 } });

  expect(await received()).toBe(true);
  expect(server.ranges).toHaveLength(9);
});

test('ends if interruptions bring almost no data, and keeps the part', async () => {
  await serve({ cutAfter: Array(100).fill(1) });

  const interrupted =
    / was interrupted repeatedly\. The part already downloaded is kept\. Resume the download later\.$/;
  await expect(fetched({})).rejects.toEqual(matchingError(interrupted));

  expect(server.ranges).toHaveLength(5);
  expect((await stat(`${to}.part`)).size).toBeGreaterThan(0);
});

test('a file with another checksum is deleted, and the next download succeeds', async () => {
  await serve();
  await left(noise(1_000_000));

  await expect(fetched({})).rejects.toEqual(damaged);
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);

  await fetched({});
  expect(await received()).toBe(true);
});

test('an endless file is rejected, and does not fill the disk', async () => {
  await serve();

  await expect(fetched({ network: network(server.url, { bytes: 300_000 }) })).rejects.toEqual(damaged);

  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
});

test('an unreachable server is reported in one sentence, and the part is kept', async () => {
  await serve();
  await server.close();
  await left(bytes.subarray(0, 1000));

  const unreachable = / cannot be reached\. Check the internet connection, then resume\.$/;
  await expect(fetched({})).rejects.toEqual(matchingError(unreachable));

  expect((await stat(`${to}.part`)).size).toBe(1000);
});

test('a rejection is reported in one sentence', async () => {
  await serve({ status: 503 });
  const { host } = new URL(server.url);

  const rejection = `${host} is not providing the download right now (HTTP 503). Try again later.`;
  await expect(fetched({})).rejects.toEqual(matchingError(rejection));
});

test('insufficient space is reported before the download', async () => {
  await serve();

  const noSpace = /^ISNet needs .* more disk space, but only .* is available\. Free up space, then try again\.$/;
  await expect(fetched({ network: network(server.url, { bytes: 1e17 }) })).rejects.toEqual(matchingError(noSpace));

  expect(server.ranges).toEqual([]);
});

test('a canceled download ends with the signal’s reason, and keeps the part', async () => {
  await serve();
  const control = new AbortController();
  const end = fetched({ signal: control.signal, onProgress: () => control.abort(new Error('enough')) });
  await expect(end).rejects.toThrow('enough');
  expect((await stat(`${to}.part`)).size).toBeGreaterThan(0);
  expect(existsSync(to)).toBe(false);
});

test('follows redirects from the release to its storage, and resumes there too', async () => {
  await serve();
  await left(bytes.subarray(0, 5000));
  const first = createServer((_, response) => void response.writeHead(302, { location: server.url }).end());
  const port = await listen(first);
  onTestFinished(() => void first.close());
  await fetched({}, `http://127.0.0.1:${port}/`);
  expect(await received()).toBe(true);
  expect(server.ranges).toEqual(['bytes=5000-']);
});

test('does not follow a redirect to an insecure connection', async () => {
  await serve();
  await expect(fetched({ canBePlain: false })).rejects.toEqual(
    matchingError('The address leads to an insecure connection, so nothing was downloaded from there.'),
  );
  expect(server.ranges).toEqual([]);
});

test.runIf(process.platform === 'linux')('a full disk is reported in one sentence', async () => {
  await serve();
  await mkdir(join(folder, 'networks'));
  // Every write to this device fails with ENOSPC.
  await symlink('/dev/full', `${to}.part`);
  await expect(fetched({})).rejects.toEqual(matchingError('The disk is full. Free up space, then resume.'));
});
