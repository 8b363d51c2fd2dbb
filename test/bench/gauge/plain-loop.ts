/** The peer of the queue: got and form-data with as many requests at a time, and the picture of each answer written to a file. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import FormData from 'form-data';
import got from 'got';
import { operations } from '../../../contract/operations/table.ts';
import type { Photograph } from './scene.ts';

/** Seconds that `lanes` plain loops take for all photographs. */
export async function plainLoop(
  baseUrl: string,
  photographs: readonly Photograph[],
  lanes: number,
  folder: string,
): Promise<number> {
  const left = [...photographs];
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await sendPlainly(baseUrl, next, folder);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (performance.now() - began) / 1000;
}

/** Sends one photograph and writes the picture that comes back into `folder`. */
export async function sendPlainly(baseUrl: string, { path }: Photograph, folder: string): Promise<void> {
  const form = new FormData();
  form.append('image', await readFile(path), { filename: 'image.jpg' });
  const url = `${baseUrl}${operations['face-beauty-pro'].path}`;
  const sent = got.post(url, { body: form.getBuffer(), headers: form.getHeaders() });
  const { result } = await sent.json<{ result: string }>();
  await writeFile(join(folder, `plain-${basename(path)}`), Buffer.from(result, 'base64'));
}
