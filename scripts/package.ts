/**
 * `npm run package`: packages the app for this computer with the installed Electron, offline. Without arguments, it
 * writes an unpacked folder to release/. Targets are those of electron-builder, such as `npm run package -- --linux
 * AppImage`, which downloads tools. `BURNISH_UPDATE_FEED` is the address of updates.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildFailed, ensureBuilt } from './build.ts';
import { commandOf, run, runtimeEnvironment } from './launch.ts';
import { writeDebScripts } from './packaging/deb-scripts.ts';
import { modulesFolder, projectRoot } from './setup/paths.ts';
import { type ElectronRuntime, electronRuntime } from './setup/runtime.ts';
import { sharpSharesNames } from './setup/sharp.ts';
import { writeThirdParty } from './third-party.ts';
import { FeedRefused, feedArguments } from './update-feed.ts';

const anyRuntime = '--any-runtime';
const cliArgs = process.argv.slice(2);
const builderArgs = cliArgs.filter((arg) => arg !== anyRuntime);
const canUseAnyRuntime = cliArgs.includes(anyRuntime) || process.env.BURNISH_PACKAGE_ANY_RUNTIME === '1';

/** Decoders that a distributor may omit: HEIC contains HEVC, which is patented; both have licenses like the LGPL. */
const decoders = {
  BURNISH_WITHOUT_HEIC: { label: 'HEIC', package: 'libheif-js' },
  BURNISH_WITHOUT_RAW: { label: 'raw', package: 'libraw-wasm' },
} as const;

/** Returns why this runtime must not be used in an app for other people, or undefined. */
function runtimeProblem(runtime: ElectronRuntime): string | undefined {
  switch (runtime.source) {
    case 'installed':
    case 'official':
      return undefined;
    case 'fallback':
    case 'override':
      return [
        `This Electron (${runtime.version}, ${runtime.path}) is not from Electron's official download server.`,
        `${runtime.why} Apps for other people must be built with the official one:`,
        '  npm run setup -- --official    try to download it again',
        `  npm run package -- ${anyRuntime}    build with this one, for testing`,
      ].join('\n');
  }
}

async function packageApp(): Promise<number> {
  const runtime = await electronRuntime();
  const problem = runtimeProblem(runtime);
  if (problem && !canUseAnyRuntime) {
    console.error(problem);
    return 1;
  }
  if (await sharpSharesNames(modulesFolder)) {
    console.error('The packages have changed since setup. Run `npm run setup` first.');
    return 1;
  }
  const feed = feedArguments(process.env.BURNISH_UPDATE_FEED);
  await ensureBuilt();
  console.log(`Packaging with Electron ${runtime.version} (${runtime.source}).`);
  const args = [
    commandOf('electron-builder'),
    ...(builderArgs.length > 0 ? builderArgs : ['--dir']),
    '--publish=never',
    `--config.electronDist=${runtime.path}`,
    `--config.electronVersion=${runtime.version}`,
    ...feed,
  ];
  if (feed.length === 0) console.log('No update feed (BURNISH_UPDATE_FEED): this app will not update itself.');
  const without = Object.entries(decoders).filter(([name]) => (process.env[name] ?? '') !== '');
  for (const [name, { label }] of without) console.log(`Without the ${label} decoder (${name}).`);
  const omitted = without.map(([, decoder]) => decoder.package);
  await writeLicenses(omitted, runtime);
  await writeDebScripts();
  // A list in braces needs at least two entries.
  const env = { ...runtimeEnvironment(runtime), BURNISH_LEFT_OUT: ['.nothing', '.neither', ...omitted].join() };
  return run({ command: process.execPath, args, env });
}

/** Writes the folder `licences` next to the app. On macOS, Electron's own licenses would be left out of the app. */
async function writeLicenses(omitted: readonly string[], runtime: ElectronRuntime): Promise<void> {
  const folder = await writeThirdParty(projectRoot, omitted);
  if (process.platform !== 'darwin') return;
  await copyFile(join(runtime.path, 'LICENSE'), join(folder, 'LICENSE.electron.txt'));
  await copyFile(join(runtime.path, 'LICENSES.chromium.html'), join(folder, 'LICENSES.chromium.html'));
}

try {
  process.exitCode = await packageApp();
} catch (error) {
  if (!(error instanceof BuildFailed || error instanceof FeedRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
