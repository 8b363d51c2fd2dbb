/** Peers of the queue: loops of got and form-data with as many requests at a time. */
import { createHash } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import FormData from 'form-data';
import got from 'got';
import { operations } from '../../../contract/operations/table.ts';
import type { Photograph } from './scene.ts';

type Save = (path: string, picture: Buffer) => Promise<void>;

/** Returns the seconds that `lanes` loops take for all photographs: read, send, write. */
export function plainLoop(baseUrl: string, photographs: readonly Photograph[], lanes: number, folder: string) {
  return loop(baseUrl, photographs, lanes, (path) => join(folder, `plain-${path}`), writeFile);
}

/**
 * Returns the seconds of loops that lose nothing: they also hash each photograph, and write its result atomically and
 * durably.
 */
export function carefulLoop(baseUrl: string, photographs: readonly Photograph[], lanes: number, folder: string) {
  return loop(baseUrl, photographs, lanes, (path) => join(folder, `careful-${path}`), saveDurably, 'sha256');
}

async function loop(
  baseUrl: string,
  photographs: readonly Photograph[],
  lanes: number,
  targetOf: (name: string) => string,
  save: Save,
  hash?: string,
): Promise<number> {
  const left = [...photographs];
  const startTime = performance.now();
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const content = await readFile(next.path);
      if (hash !== undefined && createHash(hash).update(content).digest('hex') !== next.hash)
        throw new Error(`${next.path} has changed.`);
      await save(targetOf(basename(next.path)), await send(baseUrl, content));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (performance.now() - startTime) / 1000;
}

async function send(baseUrl: string, content: Buffer): Promise<Buffer> {
  const form = new FormData();
  form.append('image', content, { filename: 'image.jpg' });
  const url = `${baseUrl}${operations['face-beauty-pro'].path}`;
  const request = got.post(url, { body: form.getBuffer(), headers: form.getHeaders() });
  const { result } = await request.json<{ result: string }>();
  return Buffer.from(result, 'base64');
}

async function saveDurably(path: string, picture: Buffer): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'wx');
  await file.writeFile(picture);
  await file.sync();
  await file.close();
  await rename(part, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
}
