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

test('downloads the file, reports progress, and verifies it before it has its name', async () => {
  await serve();
  const reportedBytes: number[] = [];
  let wasThere: boolean | undefined;
  await fetched({
    onProgress: (done) => reportedBytes.push(done),
    onChecking: () => {
      wasThere = existsSync(to);
    },
  });
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect([reportedBytes.at(-1), wasThere, existsSync(`${to}.part`)]).toEqual([bytes.length, false, false]);
});

test('resumes after an interruption and after a restart', async () => {
  await serve({ cutAfter: [400_000] });
  await left(bytes.subarray(0, 123_456));
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(server.ranges[0]).toBe('bytes=123456-');
  expect(server.ranges).toHaveLength(2);
});

test('resumes any number of times while interruptions bring much data', async () => {
  await serve({ cutAfter: Array(8).fill(200_000) });
  await fetched({ retries: { pauseMs: 1, minProgressBytes: 100_000 } });
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(server.ranges).toHaveLength(9);
});

test('ends if interruptions bring almost no data, and keeps the part', async () => {
  await serve({ cutAfter: Array(100).fill(1) });
  const host = new URL(server.url).host;
  await expect(fetched({})).rejects.toEqual(
    matchingError(
      `The connection to ${host} was interrupted repeatedly. The part already downloaded is kept. Resume the download later.`,
    ),
  );
  expect(server.ranges).toHaveLength(5);
  expect((await stat(`${to}.part`)).size).toBeGreaterThan(0);
});

test('starts over if the server does not support ranges', async () => {
  await serve({ ignoresRanges: true });
  await left(bytes.subarray(0, 123_456));
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('accepts a part that is already complete', async () => {
  await serve();
  await left(bytes);
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('a file with another checksum is deleted, and the next download succeeds', async () => {
  await serve();
  await left(noise(1_000_000));
  const damaged = matchingError('The download of ISNet was damaged and has been deleted. Try again later.');
  await expect(fetched({})).rejects.toEqual(damaged);
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('an endless file is rejected, and does not fill the disk', async () => {
  await serve();
  const small = network(server.url, { bytes: 300_000 });
  await expect(fetched({ network: small })).rejects.toEqual(
    matchingError('The download of ISNet was damaged and has been deleted. Try again later.'),
  );
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
});

test('an unreachable server is reported in one sentence', async () => {
  await serve();
  await server.close();
  await left(bytes.subarray(0, 1000));
  const host = new URL(server.url).host;
  await expect(fetched({})).rejects.toEqual(
    matchingError(`${host} cannot be reached. Check the internet connection, then resume.`),
  );
  expect((await stat(`${to}.part`)).size).toBe(1000);
});

test('a rejection is reported in one sentence', async () => {
  await serve({ status: 503 });
  const host = new URL(server.url).host;
  await expect(fetched({})).rejects.toEqual(
    matchingError(`${host} is not providing the download right now (HTTP 503). Try again later.`),
  );
});

test('insufficient space is reported before the download', async () => {
  await serve();
  await expect(fetched({ network: network(server.url, { bytes: 1e17 }) })).rejects.toEqual(
    matchingError(/^ISNet needs .* more disk space, but only .* is available\. Free up space, then try again\.$/),
  );
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
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void first.close());
  await fetched({}, `http://127.0.0.1:${(first.address() as { port: number }).port}/`);
  expect((await readFile(to)).equals(bytes)).toBe(true);
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
