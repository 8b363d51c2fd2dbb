/** Metadata: none is sent to the service, and the result has all of it. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { noisePhoto, post, recipeOf, test } from '../../helpers/queue/queue-stage.ts';
import { resultAt } from '../../helpers/service/service-answers.ts';

const words = ['Anna Miller', 'SN-4711', '2024:05:31', 'Rua das Flores'];
const size = { width: 120, height: 90 };

async function writePhotoWithMetadata(path: string): Promise<string> {
  await sharp(await noisePhoto(size.width, size.height))
    .withExif({
      IFD0: { Artist: 'Anna Miller' },
      IFD2: { DateTimeOriginal: '2024:05:31 14:05:09', BodySerialNumber: 'SN-4711' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a place="Rua das Flores"/></x:xmpmeta>')
    .jpeg()
    .toFile(path);
  return path;
}

describe('an upload', () => {
  test('contains neither names, dates, numbers nor the file name; the result has them', async ({ stage }) => {
    const sourcePath = await writePhotoWithMetadata(join(stage.dir, 'Anna Miller.jpg'));
    const reference = await writePhotoWithMetadata(join(stage.dir, 'Rua das Flores.jpg'));
    const content = readFileSync(sourcePath);
    const contentHash = createHash('sha256').update(content).digest('hex');
    const submit = post('ai-eyebrows');
    stage.server.script(submit, resultAt(stage, '/r.jpg'));
    stage.server.script('GET /r.jpg', { bytes: await noisePhoto(size.width, size.height), type: 'image/jpeg' });
    const item = { sourcePath, contentHash, bytes: content.length, ...size };
    const job = await stage.add(recipeOf([{ operation: 'ai-eyebrows', reference }]), { item });
    expect(job.contentHash).toBe(contentHash);
    stage.start();
    await stage.reach(job, 'done');

    const parts = stage.server.requestsOf(submit)[0]?.parts() ?? [];
    expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual([
      ['image', 'image.jpg'],
      ['reference_image', 'image.jpg'],
    ]);
    for (const { bytes } of parts) {
      expect(words.filter((word) => bytes.includes(word))).toEqual([]);
      const [sent, own] = await Promise.all([bytes, content].map((each) => sharp(each).raw().toBuffer()));
      if (bytes === parts[0]?.bytes) expect(sent?.equals(own!)).toBe(true);
    }
    const [name] = await stage.outputs();
    expect(await exifr.parse(join(stage.out, name!), { reviveValues: false })).toMatchObject({
      Artist: 'Anna Miller',
      SerialNumber: 'SN-4711',
      DateTimeOriginal: '2024:05:31 14:05:09',
    });
    expect(readFileSync(sourcePath).equals(content)).toBe(true);
  });
});
