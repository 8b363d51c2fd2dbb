import { createRequire } from 'node:module';

type Sharp = typeof import('sharp').default;

let loaded: Sharp | undefined;

function load(): Sharp {
  if (loaded === undefined) {
    loaded = createRequire(import.meta.url)('sharp') as Sharp;
    // See `disable-sharp-cache.ts`.
    loaded.cache(false);
  }
  return loaded;
}

/** Sharp, loaded when it is first used: it takes 100 ms of processor time, which no start waits for. */
export const sharp: Sharp = new Proxy((() => undefined) as unknown as Sharp, {
  apply: (_, self, args: Parameters<Sharp>) => Reflect.apply(load(), self, args),
  get: (_, name: keyof Sharp) => load()[name],
});
