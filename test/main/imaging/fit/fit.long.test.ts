import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { describe, it } from 'vitest';
import { expectFitsEverywhere } from '../../../helpers/operation/fits-everywhere.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const uploads = join(folder, 'uploads');
mkdirSync(uploads);

/** Files with many pixels. */
const kinds: Readonly<Record<string, () => Promise<string>>> = {
  'large JPEG': () => save('large.jpg', grainy(2500, 2100).jpeg({ quality: 99 })),
  'wide JPEG': () => save('wide.jpg', grainy(5200, 900).jpeg()),
  'turned JPEG': () => save('turned.jpg', grainy(2100, 1500).withMetadata({ orientation: 6 }).jpeg()),
  'large RGBA PNG': () => save('large-rgba.png', grainy(2100, 1100).ensureAlpha(0.4).png({ compressionLevel: 1 })),
};

async function save(name: string, image: Sharp): Promise<string> {
  await image.toFile(join(folder, name));
  return join(folder, name);
}

describe.each(Object.entries(kinds))('%s', (_, make) => {
  it('becomes an upload within the limits of every operation', async () => {
    await expectFitsEverywhere(await make(), uploads);
  }, 120_000);
});
