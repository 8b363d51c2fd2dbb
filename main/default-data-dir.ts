/** Where Burnish keeps its database and work files when nothing else is said. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The same folder for the window and the command line: the platform's place for an application's data. */
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

/** The same unless the environment names another one. */
export const configuredDataDir = (): string => process.env.BURNISH_DATA || defaultDataDir();

/** Where networks of the catalogue are in a data folder. */
export function networksFolderIn(dataDir: string): string {
  return join(dataDir, 'networks');
}
