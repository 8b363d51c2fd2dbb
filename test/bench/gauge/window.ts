/** Time and memory until the window is open with an empty data folder, next to a bare window of Electron. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../../scripts/build.ts';
import { electronSwitches, runtimeEnvironment, underDisplay } from '../../../scripts/launch.ts';
import { projectRoot } from '../../../scripts/setup/paths.ts';
import { electronRuntime } from '../../../scripts/setup/runtime.ts';
import { quantile } from '../shared/statistics.ts';
import { compare, type Measurement } from './readings.ts';

/** Report of `window/report-launch.cjs`; times in ms since the process was created. */
interface Opened {
  readonly ready: number;
  readonly contentful: number;
  readonly usable: number;
  /** Working sets of all processes when usable. */
  readonly megabytes: number;
}

const here = fileURLToPath(new URL('./window', import.meta.url));
const bare = { folder: join(here, 'bare'), waitsFor: 'body' };
const burnish = { folder: projectRoot, waitsFor: '[data-testid="app-ready"]' };

export const window: Measurement = async ({ short }) => {
  await ensureBuilt();
  const times = short ? 2 : 7;
  const ours: Opened[] = [];
  const peers: Opened[] = [];
  await open(bare);
  await open(burnish);
  while (ours.length < times) {
    peers.push(await open(bare));
    ours.push(await open(burnish));
  }
  const medians = (of: (launch: Opened) => number) =>
    [ours, peers].map((opened) => Math.round(quantile(opened.map(of), 0.5))) as [number, number];
  const note = `app ready ${medians(({ ready }) => ready).join(' / ')} ms`;
  return [
    compare(
      'window',
      'ms',
      medians(({ contentful }) => contentful),
      { atMost: 1.4 },
      note,
    ),
    compare(
      'window, usable',
      'ms',
      medians(({ usable }) => usable),
      { atMost: 1.8 },
    ),
    compare(
      'window, memory',
      'MB',
      medians(({ megabytes }) => megabytes),
      { atMost: 1.32 },
    ),
  ];
};

/** Opens an app with an empty data folder, and ends it once it is usable. */
async function open(app: { readonly folder: string; readonly waitsFor: string }): Promise<Opened> {
  const { executable, ...runtime } = await electronRuntime();
  const folder = await mkdtemp(join(tmpdir(), 'burnish-window-'));
  const report = join(folder, 'report.json');
  try {
    const args = [
      ...electronSwitches(),
      '-r',
      join(here, 'report-launch.cjs'),
      app.folder,
      `--data=${join(folder, 'data')}`,
    ];
    const env = {
      ...runtimeEnvironment({ executable, ...runtime }),
      GAUGE_REPORT: report,
      GAUGE_WAITS_FOR: app.waitsFor,
    };
    const launch = underDisplay({ command: executable, args, env });
    const child = spawn(launch.command, launch.args, { env: launch.env, stdio: 'ignore' });
    await once(child, 'close');
    return JSON.parse(await readFile(report, 'utf8')) as Opened;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
