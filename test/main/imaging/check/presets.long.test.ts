/** Every preset of a marketplace passes its own rules on real photographs: cut out by the built-in engine, composed, saved, checked. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { commodityBackgroundRemoval } from '../../../../engine/operations/commodity-background-removal.ts';
import { checkFile } from '../../../../main/imaging/check/check-file.ts';
import { compose } from '../../../../main/imaging/compose/compose.ts';
import { encode } from '../../../../main/imaging/encode/image-encoders.ts';
import { traceDefaults, tracePath } from '../../../../main/imaging/path/trace-path.ts';
import { callOf } from '../../../helpers/face/faces.ts';
import { cutoutOf } from '../../../helpers/operation/cutouts.ts';
import { pathError } from '../../../helpers/photograph/path-error.ts';
import { portrait, sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const { signal } = new AbortController();

/** Small samples, enlarged to the size of studio photographs, though no sharper. */
const photographs = [
  ['coffee', sample('coffee')],
  ['cat', sample('chelsea')],
  ['astronaut', sample('astronaut')],
  ['people', portrait],
] as const;

describe.each(photographs)('%s', async (name, photograph) => {
  const upload = await sharp(await readFile(photograph))
    .resize(1900, 1900, { fit: 'inside' })
    .jpeg({ quality: 92 })
    .toBuffer();
  const cutout = join(folder, `${name}.png`);
  const { data, width, height } = await cutoutOf(
    await commodityBackgroundRemoval(callOf('commodity-background-removal', upload, {})),
  );
  await writeFile(
    cutout,
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );

  it('has a path within half a pixel of its matte', async () => {
    const alpha = await sharp(cutout).extractChannel(3).raw().toBuffer();
    const path = await tracePath(alpha, { width, height });
    expect(path.length).toBeGreaterThan(0);
    expect(pathError(path, alpha, { width, height }, traceDefaults.minArea)).toBeLessThanOrEqual(0.5);
  });

  it.each(marketplaces.map((each) => [each.id, each] as const))('passes for %s', async (_, marketplace) => {
    for (const shadow of [null, { strength: 0.35, softness: 0.4 }]) {
      const baseline = shadow === null ? null : 0.06;
      const composition = { ...marketplace.composition, shadow, baseline, mostEnlarged: 2 };
      const composed = await compose({ cutout, composition, to: folder, signal });
      const finished = join(folder, 'B000123456.MAIN.jpg');
      await encode(sharp(composed.path), marketplace.output.format, marketplace.output.quality, finished);
      const checked = await checkFile(finished, marketplace, signal);
      expect(checked.findings.filter(({ passes }) => !passes)).toEqual([]);
    }
  });
});
