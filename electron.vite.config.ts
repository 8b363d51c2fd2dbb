// How the app is built: out/main and out/preload for Electron, out/renderer for the window.

import { globSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { dropChannel, eventNames, requestNames } from './preload/channels.ts';
import { firstPaint } from './scripts/first-paint.ts';
import { bundledLicenses } from './scripts/third-party.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Where a process or a thread begins. */
const mainEntries = Object.fromEntries(
  globSync(['main/index.ts', 'engine/main.ts', '{engine,main}/**/{worker,thread,*.worker,*.process}.ts'], {
    cwd: root,
  }).map((file) => {
    const name = file.replaceAll('\\', '/').slice(0, -'.ts'.length);
    return [name, join(root, file)];
  }),
);

/**
 * Bundled into main: hundreds of small files take longer to open than to run. What is native, or reads files beside its own,
 * stays a package.
 */
const bundled = [
  'chokidar',
  'cli-progress',
  'commander',
  'csv-parse',
  'csv-stringify',
  'electron-log',
  'file-type',
  'form-data',
  'got',
  'icc',
  'ipaddr.js',
  'picomatch',
  'quick-lru',
  'saxes',
  'yazl',
  'zod',
];

/**
 * Whatever files the sources end up in, `import.meta.url` of each says where it would be if out/main mirrored
 * them: there are the entries of threads and processes, and the data beside the code.
 */
function sourcesKeepTheirPlaces(): Plugin {
  const own = /^(?:engine|formats|main|preload)\/.*\.ts$/;
  const token = /"source-url:([^"]+)"/g;
  return {
    name: 'sources-keep-their-places',
    transform(code, id) {
      const place = relative(root, id).replaceAll('\\', '/');
      if (!own.test(place) || !code.includes('import.meta.url')) return null;
      const url = `"source-url:${place.replace(/ts$/, 'js')}"`;
      return code.replaceAll('import.meta.url', url);
    },
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1) || './';
      return token.test(code)
        ? code.replaceAll(token, (_, place) => `new URL("${up}${place}", import.meta.url).href`)
        : null;
    },
  };
}

/** Puts SQL, JSON and other data that stand beside the sources beside the built files. */
function copyDataFiles(): Plugin {
  return {
    name: 'data-beside-code',
    async writeBundle(options) {
      for (const file of globSync('{engine,main}/**/*', { cwd: root, withFileTypes: true })) {
        if (!file.isFile() || file.name.endsWith('.ts')) continue;
        const from = join(file.parentPath, file.name);
        await cp(from, join(options.dir ?? '', from.slice(root.length)));
      }
    },
  };
}

/**
 * electron-vite declares `require` and `__dirname` in every module that seems to want them, which breaks a module that
 * makes its own `require`. Our sources are ES modules that run under plain Node as they are: none needs it.
 */
function withoutCommonJsNames(): Plugin {
  return {
    name: 'without-commonjs-names',
    configResolved(config) {
      const shim = config.plugins.find(({ name }) => name === 'vite:esm-shim');
      if (!shim) throw new Error('electron-vite has no vite:esm-shim any more; this plugin can go.');
      delete shim.renderChunk;
    },
  };
}

/**
 * Takes `node:http` from `process.getBuiltinModule`, because an `import` of it reads each export, and one of them loads
 * Node's `fetch`: 70 ms of processor time at each start.
 */
function httpWithoutFetch(): Plugin {
  return {
    name: 'http-without-fetch',
    renderChunk: (code) =>
      code.replace(
        /^import (\w+)?,? ?(?:\{(.*?)\} )?from "node:http";$/gm,
        (_, all = '', names = '') =>
          `const ${all || 'http'} = process.getBuiltinModule("node:http"), {${names.replaceAll(' as ', ': ')}} = ${all || 'http'};`,
      ),
  };
}

// The oldest Electron this runs on (scripts/setup/runtime.ts), whatever version the types are of.
const nodeTarget = 'node24.15';
const chromeTarget = 'chrome148';

/**
 * The preload script runs before each page, and needs of the contract the names of channels only: they are written into it,
 * without the schemas that they are the names of.
 */
function channelsByName(): Plugin {
  const names = { requestNames, eventNames, dropChannel };
  return {
    name: 'channels-by-name',
    transform: (_, id) =>
      id.endsWith('/preload/channels.ts')
        ? Object.entries(names)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n')
        : null,
  };
}

/**
 * The page's entry waits for nothing and imports the app, which the page fetches ahead of that: main serves it, and is busy with what is
 * behind the window once that has been painted.
 */
function appFetchedAhead(): Plugin {
  return {
    name: 'app-fetched-ahead',
    transformIndexHtml(_, { bundle = {}, chunk: entry }) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const found = new Set<string>();
      const find = (name: string) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (chunk === undefined || found.has(name)) return;
        found.add(name);
        for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
        chunk.imports.forEach(find);
      };
      entry?.dynamicImports.forEach(find);
      return [...found].map((name) => {
        const kind = name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
        return { tag: 'link', attrs: { ...kind, crossorigin: true, href: `./${name}` }, injectTo: 'head' };
      });
    },
  };
}

/** What is bundled leaves its licences, for `npm run package`. */
const license = { fileName: bundledLicenses };

export default defineConfig({
  main: {
    plugins: [httpWithoutFetch(), copyDataFiles(), withoutCommonJsNames(), sourcesKeepTheirPlaces()],
    build: {
      outDir: 'out/main',
      target: nodeTarget,
      license,
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: mainEntries,
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  },
  preload: {
    plugins: [channelsByName()],
    build: {
      outDir: 'out/preload',
      target: nodeTarget,
      license,
      // A sandboxed preload script can load nothing but electron: its packages are bundled in.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(root, 'preload/index.ts'), display: join(root, 'preload/display-bridge.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), firstPaint(), appFetchedAhead()],
    build: {
      outDir: 'out/renderer',
      target: chromeTarget,
      license,
      minify: true,
      // Read from disk, not over a network: one large file is no harm.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: { index: join(root, 'renderer/index.html'), display: join(root, 'renderer/display.html') },
      },
    },
  },
});
