/** Compiled code of Burnish, kept from one start to the next. It is the same for every data folder. */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The platform's place for files of an application that can be made again. */
function cacheFolder(platform = process.platform, env = process.env, home = homedir()): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Caches', 'Burnish');
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Burnish', 'Cache');
    default:
      return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'Burnish');
  }
}

/** The compiled scripts of the page. */
export const pageCodeFolder = (): string => join(cacheFolder(), 'page');

/** Compiling takes half the time of loading the app. Call it before other imports are evaluated. */
export function keepCompiledCode(): void {
  enableCompileCache(join(cacheFolder(), 'main'));
}
