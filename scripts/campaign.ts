/**
 * `npm run campaign -- kills | power | faults | money | two | files | disk | hostile | studio`: attacks Burnish from outside for as
 * long as you like, and reports as JSON.
 * docs/reliability.md says what is promised; test/campaign is how it is tested.
 */
import { parseArgs } from 'node:util';
import { leftOut, playDisk } from '../test/campaign/disk/disk.ts';
import { playFaults } from '../test/campaign/faults/faults.ts';
import { playFiles } from '../test/campaign/files/files.ts';
import { playHostile } from '../test/campaign/hostile/hostile.ts';
import { playKills } from '../test/campaign/kills/kills.ts';
import { playPower } from '../test/campaign/kills/power.ts';
import { playMoney } from '../test/campaign/money/money.ts';
import { playCampaign } from '../test/campaign/runner/play-campaign.ts';
import type { RoundOptions, RoundReport } from '../test/campaign/runner/round.ts';
import { playStudio } from '../test/campaign/studio/studio.ts';
import { playTwo } from '../test/campaign/two/two.ts';
import { ensureBuilt } from './build.ts';
import { run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';
import { hasDisplay } from './setup/system.ts';

const usage = `Usage: npm run campaign -- kills | power | faults | money | two | files | disk | hostile | studio [--rounds N] [--minutes M] [--seed S] [--only WORD] [--round K] [--keep] [--side-by-side N]

  kills      kill the command line at random times and at chosen points, and restart it
  power      kill it, and discard what was not synced
  faults     make the service and the network fail in every way
  money      use a service that charges at random, limits, wrong balances, clocks and addresses; compare the ledger with the bill
  two        run two commands, or a command and the window, at once
  files      mix damaged, huge, odd and changing files with good photographs
  disk       use disks that fill up or disconnect, damaged databases, and clocks that are set
  hostile    use a service that answers every photograph with malicious content
  studio     run eight or more stations with 2,000 photographs and a database that disconnects

  --rounds   number of rounds (default: 100; studio: 1)
  --minutes  start no round after this many minutes (default: 600)
  --seed     seed; the same seed plays the same rounds (default: random)
  --only     play only rounds whose subject has this word in its name
  --round    play only this round of the seed
  --keep     keep the folders of rounds with violations
  --side-by-side
             number of rounds to run at the same time`;

const campaigns: Readonly<Record<string, (options: RoundOptions) => Promise<RoundReport>>> = {
  kills: playKills,
  power: playPower,
  faults: playFaults,
  money: playMoney,
  files: playFiles,
  disk: playDisk,
  hostile: playHostile,
  studio: (options) => playStudio(options),
  two: (options) => playTwo({ ...options, withWindow: true }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    round: { type: 'string' },
    'side-by-side': { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const [name = ''] = positionals;
const play = campaigns[name];

/** The window of `two` needs to be built, and a display: where there is none, this program is run again under one. */
async function readyForWindow(): Promise<boolean> {
  await ensureBuilt();
  const env = runtimeEnvironment(await electronRuntime());
  if (hasDisplay()) {
    Object.assign(process.env, env);
    return true;
  }
  process.exitCode = await run(underDisplay({ command: process.execPath, args: process.argv.slice(1), env }));
  return false;
}

if (values.help || play === undefined) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (name !== 'two' || (await readyForWindow())) {
  if (name === 'disk') for (const sentence of leftOut()) console.error(sentence);
  const report = await playCampaign(name, play, {
    seed: Number(values.seed),
    rounds: Number(values.rounds ?? { studio: 1 }[name] ?? 100),
    forMs: Number(values.minutes) * 60_000,
    only: values.only,
    round: values.round === undefined ? null : Number(values.round),
    // What misbehaves is waited for; what is killed keeps a core busy, and windows share a display.
    sideBySide: Number(values['side-by-side'] ?? { faults: 4, two: 1, studio: 1 }[name] ?? 2),
    keep: values.keep,
    tell: (text) => console.error(text),
  });
  console.log(JSON.stringify(report, undefined, 2));
  if (report.violations.length > 0) process.exitCode = 1;
}
