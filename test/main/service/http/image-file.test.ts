import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhenSpace } from '../../../../main/service/http/image-file.ts';
import { ResponseImages, readResponseBody } from '../../../../main/service/http/json-response.ts';
import { readResult } from '../../../../main/service/results/read-result.ts';
import { canMount, type SmallDisk, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { noise } from '../../../helpers/photograph/noise.ts';
import { jpegBytes } from '../../../helpers/service/service-stage.ts';

describe.skipIf(!canMount())('on a full disk', () => {
  let folder: string;
  let disk: SmallDisk;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-room-'));
    disk = await smallDisk(folder, 4);
  });
  afterEach(async () => {
    await disk.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an image inside a response waits for space, and is complete', async () => {
    const image = noise(600_000);
    const text = Buffer.from(JSON.stringify({ image: Buffer.from(image).toString('base64') }));
    async function* chunks() {
      yield text.subarray(0, 300_000);
      await disk.fill();
      // Frees the disk some time after the next write is due.
      setTimeout(() => void disk.free(), 700);
      yield text.subarray(300_000);
    }
    const { value, images } = await readResponseBody(chunks(), folder);
    const path = images.pathOf((value as { image: string }).image) ?? '';
    expect(readFileSync(path).equals(Buffer.from(image))).toBe(true);
  });

  it('so does a small image that arrived as text', { tags: ['long'] }, async () => {
    const image = jpegBytes(20_000);
    const body = { result: image.toString('base64') };
    await disk.fill();
    const free = setTimeout(() => void disk.free(), 700);
    const surroundings = {
      baseUrl: 'https://service.example',
      namedFrom: 'internet',
      images: new ResponseImages(),
    } as const;
    const result = await readResult('base64-result', body, { ...surroundings, scratch: folder });
    clearTimeout(free);
    const { from } = result?.files[0] ?? {};
    expect(from && 'path' in from && readFileSync(from.path).equals(image)).toBe(true);
  });

  it('waiting ends when the request is aborted', async () => {
    const file = await open(join(folder, 'result'), 'wx');
    await disk.fill();
    const abort = new AbortController();
    const writing = writeWhenSpace(file, noise(600_000), abort.signal);
    abort.abort();
    await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' });
    await file.close();
  });
});
