/** Time and memory that the window takes to open with an empty data folder, beside a bare window of Electron. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../../scripts/build.ts';
import { electronSwitches, runtimeEnvironment, underDisplay } from '../../../scripts/launch.ts';
import { projectRoot } from '../../../scripts/setup/paths.ts';
import { electronRuntime } from '../../../scripts/setup/runtime.ts';
import type { Measure } from './reading.ts';

/** What `window/tell.cjs` writes; times in ms since the process was created. */
export interface Opened {
  /** Electron's `ready`. */
  readonly ready: number;
  /** `ready-to-show`: the page can be painted. */
  readonly shown: number;
  /** First contentful paint: text or frames of the page are on the screen. */
  readonly contentful: number;
  /** The page has what it waits for, and can be worked with. */
  readonly usable: number;
  /** Working sets of all processes of the app, together, when it was usable. */
  readonly megabytes: number;
  /** The same of each process, by its name. */
  readonly processes: Readonly<Record<string, number>>;
  /** `performance.mark`s of the main process. */
  readonly marks: Readonly<Record<string, number>>;
}

const here = fileURLToPath(new URL('./window', import.meta.url));
const bare = { folder: join(here, 'bare'), waitsFor: 'body' };
const burnish = { folder: projectRoot, waitsFor: '[data-testid="app-ready"]' };

export const measure: Measure = async ({ short }) => {
  await ensureBuilt();
  const times = short ? 2 : 7;
  const ours: Opened[] = [];
  const peers: Opened[] = [];
  // Once each beforehand, so that neither reads from a cold disk.
  await open(bare);
  await open(burnish);
  while (ours.length < times) {
    peers.push(await open(bare));
    ours.push(await open(burnish));
  }
  const medians = (of: (launch: Opened) => number) =>
    [ours, peers].map((opened) => Math.round(median(opened.map(of)))) as [number, number];
  const compare = (figure: string, unit: string, of: (launch: Opened) => number, atMost: number) => {
    const [own, peer] = medians(of);
    return { figure, unit, ours: own, peer, ratio: own / peer, goal: { atMost } };
  };
  const note = `app ready ${medians(({ ready }) => ready).join(' / ')} ms`;
  return [
    { ...compare('window', 'ms', ({ contentful }) => contentful, 1.4), note },
    compare('window, usable', 'ms', ({ usable }) => usable, 1.8),
    compare('window, memory', 'MB', ({ megabytes }) => megabytes, 1.32),
  ];
};

/** Opens an app with an empty data folder, and ends it once its window is there. */
export async function open(app: { readonly folder: string; readonly waitsFor: string }): Promise<Opened> {
  const { executable, ...runtime } = await electronRuntime();
  const folder = await mkdtemp(join(tmpdir(), 'burnish-window-'));
  const tells = join(folder, 'told.json');
  try {
    const args = [...electronSwitches(), '-r', join(here, 'tell.cjs'), app.folder, `--data=${join(folder, 'data')}`];
    const env = {
      ...runtimeEnvironment({ executable, ...runtime }),
      GAUGE_TELLS: tells,
      GAUGE_WAITS_FOR: app.waitsFor,
    };
    const launch = underDisplay({ command: executable, args, env });
    const child = spawn(launch.command, launch.args, { env: launch.env, stdio: 'ignore' });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
    return JSON.parse(await readFile(tells, 'utf8')) as Opened;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
