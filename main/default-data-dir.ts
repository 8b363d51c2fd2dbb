import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the platform's folder for the data of an application, which window and command line share. */
export function defaultDataDir(platform = process.platform, env = process.env, home = homedir()): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Burnish');
    case 'win32':
      return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Burnish');
    default:
      return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Burnish');
  }
}

/** Returns the folder in BURNISH_DATA, or the default. */
export const configuredDataDir = (): string => process.env.BURNISH_DATA || defaultDataDir();

export function networksFolderIn(dataDir: string): string {
  return join(dataDir, 'networks');
}
