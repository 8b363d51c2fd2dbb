/** One portrait as PNG and in formats that need a separate decoder. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { mosaicDng } from '../helpers/photograph/mosaic-dng.ts';
import { psdFile } from '../helpers/photograph/psd-file.ts';

const portrait = join(projectRoot, 'assets/samples/astronaut.png');

/** Writes `portrait.heic`, `shot.dng`, `layers.psd` and `宇宙飛行士.png` to a new `folder`. */
export async function writePhotographs(folder: string): Promise<void> {
  mkdirSync(folder);
  copyFileSync(join(projectRoot, 'test/photos/heic/portrait.heic'), join(folder, 'portrait.heic'));
  writeFileSync(join(folder, 'shot.dng'), await mosaicDng({ source: readFileSync(portrait) }));
  const { width, height } = await sharp(portrait).metadata();
  const planes = ([0, 1, 2] as const).map((channel) => sharp(portrait).extractChannel(channel).raw().toBuffer());
  writeFileSync(
    join(folder, 'layers.psd'),
    psdFile({ width, height, planes: await Promise.all(planes), packed: true }),
  );
  copyFileSync(portrait, join(folder, '宇宙飛行士.png'));
}
