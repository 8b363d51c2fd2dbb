/** The peer of the queue: got and form-data with as many requests at a time, and the picture of each answer written to a file. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import FormData from 'form-data';
import got from 'got';
import { operations } from '../../../preload/contract/operations/table.ts';
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
    for (let next = left.shift(); next; next = left.shift()) {
      const form = new FormData();
      form.append('image', await readFile(next.path), { filename: 'image.jpg' });
      const url = `${baseUrl}${operations['face-beauty-pro'].path}`;
      const answer = await got
        .post(url, { body: form.getBuffer(), headers: form.getHeaders() })
        .json<{ result: string }>();
      await writeFile(join(folder, `plain-${left.length}.jpg`), Buffer.from(answer.result, 'base64'));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (performance.now() - began) / 1000;
}
