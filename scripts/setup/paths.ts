/** Where set-up finds and puts things inside the repository; all paths are absolute. */
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** The folder for everything set-up can fetch again: half-finished downloads, the fallback runtime, the lock. */
export const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/burnish', import.meta.url));

/** The folder the engine reads its models from (`npm run package` carries it as `models`). */
export const modelsFolder = fileURLToPath(new URL('../../assets/models', import.meta.url));

/** The installed packages. */
export const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url));
