/** Paths that set-up uses inside the repository; all are absolute. */
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** Everything set-up can download again: partial downloads, the fallback runtime, the lock. */
export const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/burnish', import.meta.url));

/** The models of the engine (`models` in a packaged app). */
export const modelsFolder = fileURLToPath(new URL('../../assets/models', import.meta.url));

/** The installed packages. */
export const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url));
