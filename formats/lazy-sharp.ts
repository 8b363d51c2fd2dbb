import { createRequire } from 'node:module';

type Sharp = typeof import('sharp').default;

let loaded: Sharp | undefined;

function load(): Sharp {
  if (loaded === undefined) {
    loaded = createRequire(import.meta.url)('sharp') as Sharp;
    loaded.cache(false); // See `disable-sharp-cache.ts`.
  }
  return loaded;
}

/** Sharp, loaded at the first use, because that takes 100 ms. */
export const sharp: Sharp = new Proxy((() => undefined) as unknown as Sharp, {
  apply: (_, self, args: Parameters<Sharp>) => Reflect.apply(load(), self, args),
  get: (_, name: keyof Sharp) => load()[name],
});
