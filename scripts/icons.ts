/**
 * `node scripts/icons.ts`: renders icon.svg as assets/icons/icon.png (1024 px); electron-builder creates all others
 * from that.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from './setup/paths.ts';

const folder = join(projectRoot, 'assets', 'icons');
await sharp(join(folder, 'icon.svg'), { density: 72 })
  .resize(1024, 1024)
  .png({ compressionLevel: 9 })
  .toFile(join(folder, 'icon.png'));
