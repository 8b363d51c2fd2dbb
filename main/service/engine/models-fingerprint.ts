/** What the built-in engine works with, as one text: two computers with the same one make the same of a photograph. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * SHA-256 (hex) of all models in these folders, by name and content. Reads them whole: some hundred megabytes.
 * @param folders absolute; one that is not there has none
 */
export async function modelsKey(folders: readonly string[]): Promise<string> {
  const all = createHash('sha256');
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names.filter((each) => each.endsWith('.onnx')).sort()) {
      const content = createHash('sha256');
      await pipeline(createReadStream(join(folder, name)), content);
      all.update(`${name} ${content.digest('hex')}\n`);
    }
  }
  return all.digest('hex');
}
