/** Builds and starts the packaged app, and runs its command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { electronSwitches, underDisplay } from '../../scripts/launch.ts';
import { projectRoot } from '../../scripts/setup/paths.ts';

/** @returns the folder of the app @param env is added to the environment @param more words for electron-builder */
export async function packageInto(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  more: readonly string[] = [],
): Promise<string> {
  const words = ['--any-runtime', '--dir', `--config.directories.output=${folder}`, ...more];
  const made = spawn(process.execPath, [join(projectRoot, 'scripts/package.ts'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error('The app could not be packaged.');
  return join(folder, 'linux-unpacked');
}

export const resourcesOf = (packaged: string) => join(packaged, 'resources');

const running = new Set<ChildProcess>();

/** Kills the processes that a test has left running. */
export function endAll(): void {
  for (const child of running) if (child.pid) process.kill(-child.pid, 'SIGKILL');
}

/** Starts the packaged app, under a display; `env` is added to the environment. */
export function start(packaged: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const launch = underDisplay({
    command: join(packaged, 'burnish'),
    args: [...electronSwitches(), ...words],
    env: { ...process.env, ...env },
  });
  const child = spawn(launch.command, launch.args, {
    env: launch.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child.once('exit', () => running.delete(child)));
  return child;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the packaged app to its end. */
export async function burnish(packaged: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = start(packaged, words, env);
  const output = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const [code] = await once(child, 'close');
  return { code, ...output };
}
