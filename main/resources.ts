/** Where the files are that come with the app: models, sample photographs, icons. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Resources {
  readonly models: string;
  /** Absolute paths of the sample photographs. */
  readonly samples: readonly string[];
  readonly icon: string;
  /** The engine's entry: TypeScript in a checkout, JavaScript when built. */
  readonly engineEntry: string;
}

/** The folder above main/ in a checkout and above out/ when built. */
function root(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  return import.meta.url.endsWith('.ts') ? join(here, '..') : join(here, '..', '..', '..');
}

/** @param packaged the folder of extra resources of a packaged app; undefined in a checkout. */
export function resources(packaged: string | undefined): Resources {
  const assets = packaged ?? join(root(), 'assets');
  const samples = join(assets, 'samples');
  return {
    models: join(assets, 'models'),
    samples: existsSync(samples)
      ? readdirSync(samples)
          .filter((name) => /\.(png|jpe?g|webp)$/.test(name))
          .sort()
          .map((name) => join(samples, name))
      : [],
    icon: join(root(), 'assets', 'icons', 'icon.png'),
    engineEntry: fileURLToPath(
      new URL(import.meta.url.endsWith('.ts') ? './engine/main.ts' : './engine/main.js', import.meta.url),
    ),
  };
}
