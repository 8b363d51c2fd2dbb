/** Starting things as this machine allows: Electron with its runtime, under a stand-in display where there is none. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './setup/paths.ts';
import { type ElectronRuntime, electronRuntime } from './setup/runtime.ts';
import { hasDisplay } from './setup/system.ts';

/** A program to start; `env` is the whole environment it gets. */
export type Launch = { command: string; args: string[]; env: NodeJS.ProcessEnv };

/** Electron's own switches on this machine: its sandbox does not work for root, and is switched off only then. */
export function electronSwitches(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** The environment in which Electron, electron-vite and Playwright find this runtime. */
export function runtimeEnvironment(runtime: ElectronRuntime): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ELECTRON_OVERRIDE_DIST_PATH: runtime.path,
    ELECTRON_EXEC_PATH: runtime.executable,
  };
  // An Electron told to be Node opens no window.
  delete env.ELECTRON_RUN_AS_NODE;
  return env;
}

/**
 * How to start the built app: what `npm start` runs. The app itself is started, without a stand-in display: see
 * `underDisplay`; and `playwright-app.ts` for a window that Playwright drives.
 */
export async function appLaunch(appArgs: readonly string[] = []): Promise<Launch> {
  const runtime = await electronRuntime();
  return {
    command: runtime.executable,
    args: [...electronSwitches(), projectRoot, ...appArgs],
    env: runtimeEnvironment(runtime),
  };
}

/** The same launch with stand-in displays of its own where this machine has none: see `display.ts`. */
export function underDisplay(launch: Launch, displays = 1): Launch {
  if (hasDisplay()) return launch;
  const display = fileURLToPath(new URL('./display.ts', import.meta.url));
  return {
    ...launch,
    command: process.execPath,
    args: [display, `--displays=${displays}`, launch.command, ...launch.args],
  };
}

/** The script behind a package's command, to be run by this Node. */
export function commandOf(packageName: string, command = packageName): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (!script) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(dirname(manifest), script);
}

/**
 * Runs a program in the foreground, forwards SIGTERM and SIGHUP to it, and returns its exit code (1 if a signal ended it).
 */
export async function run({ command, args, env }: Launch): Promise<number> {
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child as well; this process only has to outlive it.
  const ignore = () => {};
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', ignore);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    process.off('SIGINT', ignore);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, pass);
  }
}
