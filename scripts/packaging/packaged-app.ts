/** Paths in a packaged app, by system. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../setup/paths.ts';

/** Absolute paths. */
export interface PackagedApp {
  /** Opens the window. */
  readonly executable: string;
  /** Runs the command line. */
  readonly launcher: string;
  readonly resources: string;
}

/** @param folder the unpacked folder, or the bundle on macOS */
export function partsOf(folder: string, platform: NodeJS.Platform = process.platform): PackagedApp {
  switch (platform) {
    case 'darwin': {
      const resources = join(folder, 'Contents', 'Resources');
      return {
        executable: join(folder, 'Contents', 'MacOS', 'Burnish'),
        launcher: join(resources, 'bin', 'burnish'),
        resources,
      };
    }
    case 'win32': {
      const resources = join(folder, 'resources');
      return { executable: join(folder, 'Burnish.exe'), launcher: join(resources, 'bin', 'burnish.cmd'), resources };
    }
    default: {
      const resources = join(folder, 'resources');
      return { executable: join(folder, 'burnish'), launcher: join(resources, 'bin', 'burnish'), resources };
    }
  }
}

/** Folders that electron-builder creates for a system and a processor, such as `mac-arm64`. */
const unpacked: Partial<Record<NodeJS.Platform, RegExp>> = { darwin: /^mac/, win32: /^win.*-unpacked$/ };

/**
 * @param folder by default the one in release/ for this system
 * @returns null if there is none
 */
export async function packagedApp(
  folder?: string,
  release = join(projectRoot, 'release'),
  platform: NodeJS.Platform = process.platform,
): Promise<PackagedApp | null> {
  if (folder !== undefined) return partsOf(folder, platform);
  const made = existsSync(release) ? (await readdir(release)).sort() : [];
  const isOurs = (name: string) => (unpacked[platform] ?? /^linux.*-unpacked$/).test(name);
  const apps = made
    .filter(isOurs)
    .map((name) => partsOf(join(release, name, ...(platform === 'darwin' ? ['Burnish.app'] : [])), platform));
  return apps.find(({ executable }) => existsSync(executable)) ?? null;
}
