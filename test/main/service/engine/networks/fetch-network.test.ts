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

test('brings the file, tells how far it is, and checks it before it has its name', async () => {
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

test('goes on where it was broken off, by a break and by an earlier end', async () => {
  await serve({ cutAfter: [400_000] });
  await left(bytes.subarray(0, 123_456));
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(server.ranges[0]).toBe('bytes=123456-');
  expect(server.ranges).toHaveLength(2);
});

test('goes on as often as breaks bring much', async () => {
  await serve({ cutAfter: Array(8).fill(200_000) });
  await fetched({ retries: { pauseMs: 1, minProgressBytes: 100_000 } });
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(server.ranges).toHaveLength(9);
});

test('ends where breaks bring next to nothing, and keeps what has come', async () => {
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

test('begins anew where the server knows no ranges', async () => {
  await serve({ ignoresRanges: true });
  await left(bytes.subarray(0, 123_456));
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('takes a part that is whole already', async () => {
  await serve();
  await left(bytes);
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('what has another checksum is deleted, and the next download brings the right one', async () => {
  await serve();
  await left(noise(1_000_000));
  const damaged = matchingError('The download of ISNet was damaged and has been deleted. Try again later.');
  await expect(fetched({})).rejects.toEqual(damaged);
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
  await fetched({});
  expect((await readFile(to)).equals(bytes)).toBe(true);
});

test('what does not end is another file, and does not fill the disk', async () => {
  await serve();
  const small = network(server.url, { bytes: 300_000 });
  await expect(fetched({ network: small })).rejects.toEqual(
    matchingError('The download of ISNet was damaged and has been deleted. Try again later.'),
  );
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false]);
});

test('a server that cannot be reached is one sentence', async () => {
  await serve();
  await server.close();
  await left(bytes.subarray(0, 1000));
  const host = new URL(server.url).host;
  await expect(fetched({})).rejects.toEqual(
    matchingError(`${host} cannot be reached. Check the internet connection, then resume.`),
  );
  expect((await stat(`${to}.part`)).size).toBe(1000);
});

test('a server that refuses is one sentence', async () => {
  await serve({ status: 503 });
  const host = new URL(server.url).host;
  await expect(fetched({})).rejects.toEqual(
    matchingError(`${host} is not providing the download right now (HTTP 503). Try again later.`),
  );
});

test('too little room is said before anything is fetched', async () => {
  await serve();
  await expect(fetched({ network: network(server.url, { bytes: 1e17 }) })).rejects.toEqual(
    matchingError(/^ISNet needs .* more disk space, but only .* is available\. Free up space, then try again\.$/),
  );
  expect(server.ranges).toEqual([]);
});

test('a cancelled download ends with the signal’s reason, and what has come stays', async () => {
  await serve();
  const control = new AbortController();
  const end = fetched({ signal: control.signal, onProgress: () => control.abort(new Error('enough')) });
  await expect(end).rejects.toThrow('enough');
  expect((await stat(`${to}.part`)).size).toBeGreaterThan(0);
  expect(existsSync(to)).toBe(false);
});

test('follows the way from the release to the store, and asks for the rest there too', async () => {
  await serve();
  await left(bytes.subarray(0, 5000));
  const first = createServer((_, response) => void response.writeHead(302, { location: server.url }).end());
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void first.close());
  await fetched({}, `http://127.0.0.1:${(first.address() as { port: number }).port}/`);
  expect((await readFile(to)).equals(bytes)).toBe(true);
  expect(server.ranges).toEqual(['bytes=5000-']);
});

test('is not led to a connection that is not secure', async () => {
  await serve();
  await expect(fetched({ canBePlain: false })).rejects.toEqual(
    matchingError('The address leads to an insecure connection, so nothing was downloaded from there.'),
  );
  expect(server.ranges).toEqual([]);
});

test.runIf(process.platform === 'linux')('a disk that becomes full is one sentence', async () => {
  await serve();
  await mkdir(join(folder, 'networks'));
  // Every write to this device fails with ENOSPC.
  await symlink('/dev/full', `${to}.part`);
  await expect(fetched({})).rejects.toEqual(matchingError('The disk is full. Free up space, then resume.'));
});
