// How the app is built: out/main and out/preload for Electron, out/renderer for the window.

import { globSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { bundledLicences } from './scripts/third-party.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Every source of main is an entry, and modules stay files of their own: out/main mirrors the sources, so that
 * `new URL('./x', import.meta.url)` finds workers, child processes and data files there as it does here.
 */
const mainEntries = Object.fromEntries(
  globSync('main/**/*.ts', { cwd: root }).map((file) => {
    const name = file.replaceAll('\\', '/').slice(0, -'.ts'.length);
    return [name, join(root, file)];
  }),
);

/** Puts SQL, JSON and other data that stand beside the sources beside the built files. */
function dataBesideCode(): Plugin {
  return {
    name: 'data-beside-code',
    async writeBundle(options) {
      for (const file of globSync('{main,preload/contract}/**/*', { cwd: root, withFileTypes: true })) {
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

// The oldest Electron this runs on (scripts/setup/runtime.ts), whatever version the types are of.
const nodeTarget = 'node24.15';
const chromeTarget = 'chrome148';

/** What is bundled leaves its licences, for `npm run package`. */
const license = { fileName: bundledLicences };

export default defineConfig({
  main: {
    plugins: [dataBesideCode(), withoutCommonJsNames()],
    build: {
      outDir: 'out/main',
      target: nodeTarget,
      license,
      rolldownOptions: {
        input: mainEntries,
        output: {
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: '[name].js',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: nodeTarget,
      license,
      // A sandboxed preload script can load nothing but electron: its packages are bundled in.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: join(root, 'preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      target: chromeTarget,
      license,
      minify: true,
      // Read from disk, not over a network: one large file is no harm.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: join(root, 'renderer/index.html') },
    },
  },
});
