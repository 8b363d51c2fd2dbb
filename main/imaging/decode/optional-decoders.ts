/** Decoders that a build may lack or the environment disable. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** @throws Error if the build lacks it */
export const heifLibraryFile = (name: string) => require.resolve(`libheif-js/libheif-wasm/${name}`);
/** @throws Error if the build lacks it */
export const rawLibraryFile = (name: string) => require.resolve(`libraw-wasm/dist/${name}`);

export function hasHeifLibrary(env: NodeJS.ProcessEnv = process.env): boolean {
  return (env.BURNISH_WITHOUT_HEIC ?? '') === '' && canResolve(() => heifLibraryFile('libheif.wasm'));
}

export function hasRawLibrary(env: NodeJS.ProcessEnv = process.env): boolean {
  return (env.BURNISH_WITHOUT_RAW ?? '') === '' && canResolve(() => rawLibraryFile('libraw.wasm'));
}

function canResolve(resolveFile: () => string): boolean {
  try {
    return resolveFile() !== '';
  } catch {
    return false;
  }
}
