import { readFile, truncate } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../../helpers/service/listening.ts';
import { test } from '../../helpers/service/service-stage.ts';
import { decodedPath, ok, photograph, tooMuchForBuffers } from '../../helpers/service/service-submissions.ts';

/** A server that, unlike the scripted one, stores nothing, so only the client could fill the memory. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ baseUrl: string }> {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${await listen(server)}` };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a collection: the heap, and buffers outside it. */
function inUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Single samples may precede the release of freed buffers, but growth shows in the median. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

describe('memory stays flat', () => {
  test('during an upload of 40 MB', async ({ stage }) => {
    let received = 0;
    const service = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      request.once('end', () =>
        response.end(JSON.stringify({ ...ok, data: { image_url: 'https://results.example/a' } })),
      );
    });
    const submission = await photograph(stage, 'portrait-background-removal', 1_000);
    await truncate(submission.files.image ?? '', tooMuchForBuffers);
    const before = inUse();
    const seen: number[] = [];
    const onUpload = (fraction: number) => {
      if (fraction >= seen.length / 10) seen.push(inUse() - before);
    };
    await stage.clientWith(service).submit({ ...submission, onUpload });
    expect(received).toBeGreaterThan(tooMuchForBuffers);
    expect(seen.length).toBeGreaterThan(9);
    expect(median(seen)).toBeLessThan(10_000_000);
  });

  test('during a response of 40 MB', { tags: ['long'] }, async ({ stage }) => {
    const pieces = 800;
    const piece = Buffer.alloc(49_152, 'ffd8ff0123456789abcdef', 'hex');
    const seen: number[] = [];
    const before = inUse();
    function* answer(): Generator<string> {
      yield '{"data":{"image":"';
      for (let n = 0; n < pieces; n += 1) {
        if (n % 80 === 79) seen.push(inUse() - before);
        yield piece.toString('base64');
      }
      yield '"}}';
    }
    const service = await serve((request, response) => {
      request.resume().once('end', () => Readable.from(answer()).pipe(response));
    });
    const submission = await photograph(stage, 'smart-beauty', 1_000);
    const path = decodedPath(await stage.clientWith(service).submit(submission));
    expect(seen).toHaveLength(10);
    expect(median(seen)).toBeLessThan(10_000_000);
    const content = await readFile(path);
    expect(content.length).toBe(pieces * piece.length);
    for (let n = 0; n < pieces; n += 1)
      expect(piece.compare(content, n * piece.length, (n + 1) * piece.length)).toBe(0);
  });
});
