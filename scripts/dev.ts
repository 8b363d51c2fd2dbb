/** `npm run dev`: the app with hot reloading. */
import { commandOf, electronSwitches, run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';

const env = runtimeEnvironment(await electronRuntime());
const sandbox = electronSwitches().includes('--no-sandbox') ? ['--noSandbox'] : [];
const appArgs = process.argv.slice(2);
const args = [
  commandOf('electron-vite'),
  'dev',
  '--watch',
  ...sandbox,
  ...(appArgs.length > 0 ? ['--', ...appArgs] : []),
];
process.exitCode = await run(underDisplay({ command: process.execPath, args, env }));
