/** Builds out/main and out/preload for Electron, and out/renderer for the window. */
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

/** Entry files of processes and threads. */
const mainEntries = Object.fromEntries(
  globSync(['main/index.ts', 'engine/main.ts', '{engine,main}/**/{worker,thread,*.worker,*.process}.ts'], {
    cwd: root,
  }).map((file) => {
    const name = file.replaceAll('\\', '/').slice(0, -'.ts'.length);
    return [name, join(root, file)];
  }),
);

/**
 * Packages bundled into main, because opening hundreds of small files takes longer than running them. Native packages, and
 * those that read files next to their own, are not bundled.
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
 * Makes `import.meta.url` of a source the URL it would have if out/main mirrored the sources, whatever chunk it is in.
 * Entries of threads and processes, and data files, are at those places.
 */
function mirrorSourceUrls(): Plugin {
  const own = /^(?:engine|formats|main|preload)\/.*\.ts$/;
  const token = /"source-url:([^"]+)"/g;
  return {
    name: 'mirror-source-urls',
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

/** Copies SQL, JSON and other data files next to the built files. */
function copyDataFiles(): Plugin {
  return {
    name: 'copy-data-files',
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
 * Disables electron-vite's shim that declares `require` and `__dirname` in modules that mention them: it breaks modules
 * that create their own `require`. The sources are ES modules and need no shim.
 */
function removeCommonJsShim(): Plugin {
  return {
    name: 'remove-commonjs-shim',
    configResolved(config) {
      const shim = config.plugins.find(({ name }) => name === 'vite:esm-shim');
      if (!shim) throw new Error('electron-vite no longer has vite:esm-shim: remove this plugin.');
      delete shim.renderChunk;
    },
  };
}

/**
 * Replaces imports of `node:http` by `process.getBuiltinModule`. An `import` reads every export, one of which loads Node's
 * `fetch`: 70 ms of CPU time per start.
 */
function avoidFetchImport(): Plugin {
  return {
    name: 'avoid-fetch-import',
    renderChunk: (code) =>
      code.replace(
        /^import (\w+)?,? ?(?:\{(.*?)\} )?from "node:http";$/gm,
        (_, all = '', names = '') =>
          `const ${all || 'http'} = process.getBuiltinModule("node:http"), {${names.replaceAll(' as ', ': ')}} = ${all || 'http'};`,
      ),
  };
}

// Versions in the oldest supported Electron (scripts/setup/runtime.ts).
const nodeTarget = 'node24.15';
const chromeTarget = 'chrome148';

/** Inlines the names of channels into the preload script, without the schemas of the contract. */
function inlineChannelNames(): Plugin {
  const names = { requestNames, eventNames, dropChannel };
  return {
    name: 'inline-channel-names',
    transform: (_, id) =>
      id.endsWith('/preload/channels.ts')
        ? Object.entries(names)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n')
        : null,
  };
}

/** Preloads the app's chunk, because main, which serves it, is busy after the first paint. */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
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

/** Writes the licenses of bundled packages for `npm run package`. */
const license = { fileName: bundledLicenses };

export default defineConfig({
  main: {
    plugins: [avoidFetchImport(), copyDataFiles(), removeCommonJsShim(), mirrorSourceUrls()],
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
    plugins: [inlineChannelNames()],
    build: {
      outDir: 'out/preload',
      target: nodeTarget,
      license,
      // A sandboxed preload script can load only electron, so its packages are bundled.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(root, 'preload/index.ts'), display: join(root, 'preload/display-bridge.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), firstPaint(), preloadApp()],
    build: {
      outDir: 'out/renderer',
      target: chromeTarget,
      license,
      minify: true,
      // One large file is no problem, because it is read from disk.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        input: { index: join(root, 'renderer/index.html'), display: join(root, 'renderer/display.html') },
      },
    },
  },
});
