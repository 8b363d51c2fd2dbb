/** Compiled code, cached between starts and shared by all data folders. */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

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

export const pageCodeFolder = (): string => join(cacheFolder(), 'page');

/** Must run before other imports are evaluated. Compiling takes half the time of loading the app. */
export function cacheCompiledCode(): void {
  enableCompileCache(join(cacheFolder(), 'main'));
}
