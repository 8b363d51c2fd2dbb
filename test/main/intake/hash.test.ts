import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentHash } from '../../../main/intake/hash.ts';
import { grainyPixels, scratchFolder } from '../../helpers/photographs.ts';

const folder = scratchFolder();

it('is the SHA-256 of the content, whatever the name and however long the file', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('Anna'), grainyPixels(1000, 900)]) {
    writeFileSync(join(folder, 'a'), bytes);
    expect(await contentHash(join(folder, 'a'))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('fails with the reason of the disk, or of the one who stops it', async () => {
  await expect(contentHash(join(folder, 'none'))).rejects.toThrow('ENOENT');
  await expect(contentHash(join(folder, 'a'), AbortSignal.abort())).rejects.toThrow('abort');
});
