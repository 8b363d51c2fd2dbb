/** Starts programs: Electron with its runtime, under a virtual display if there is no other. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './setup/paths.ts';
import { type ElectronRuntime, electronRuntime } from './setup/runtime.ts';
import { hasDisplay } from './setup/system.ts';

/** A program to start; `env` is its whole environment. */
export type Launch = { command: string; args: string[]; env: NodeJS.ProcessEnv };

/** Returns switches for Electron: its sandbox does not work for root, and is disabled only for root. */
export function electronSwitches(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Returns the environment in which Electron, electron-vite and Playwright find this runtime. */
export function runtimeEnvironment(runtime: ElectronRuntime): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ELECTRON_OVERRIDE_DIST_PATH: runtime.path,
    ELECTRON_EXEC_PATH: runtime.executable,
  };
  // With this variable, Electron runs as Node and opens no window.
  delete env.ELECTRON_RUN_AS_NODE;
  return env;
}

/**
 * Returns how `npm start` starts the built app, without a virtual display (see `underDisplay`). For windows driven by
 * Playwright, see `playwright-app.ts`.
 */
export async function appLaunch(appArgs: readonly string[] = []): Promise<Launch> {
  const runtime = await electronRuntime();
  return {
    command: runtime.executable,
    args: [...electronSwitches(), projectRoot, ...appArgs],
    env: runtimeEnvironment(runtime),
  };
}

/** Returns the launch with virtual displays if this machine has no display (see `display.ts`). */
export function underDisplay(launch: Launch, displays = 1): Launch {
  if (hasDisplay()) return launch;
  const display = fileURLToPath(new URL('./display.ts', import.meta.url));
  return {
    ...launch,
    command: process.execPath,
    args: [display, `--displays=${displays}`, launch.command, ...launch.args],
  };
}

/** Returns the script of a package's command, to run with this Node. */
export function commandOf(packageName: string, command = packageName): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin[command];
  if (!script) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(dirname(manifest), script);
}

/**
 * Runs a program in the foreground, forwards SIGTERM and SIGHUP to it, and returns its exit code (1 if a signal ended
 * it).
 */
export async function run({ command, args, env }: Launch): Promise<number> {
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child too; this process must not end first.
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
