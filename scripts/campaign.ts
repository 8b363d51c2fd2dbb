/**
 * `npm run campaign -- kills | power | faults | money | two | files | disk | hostile | studio`: attacks Burnish from outside for as
 * long as you like, and reports as JSON.
 * docs/reliability.md says what is promised; test/campaign is how it is tested.
 */
import { parseArgs } from 'node:util';
import { playCampaign } from '../test/campaign/campaign.ts';
import { leftOut, playDisk } from '../test/campaign/disk.ts';
import { playFaults } from '../test/campaign/faulty.ts';
import { playFiles } from '../test/campaign/files.ts';
import { playHostile } from '../test/campaign/hostile.ts';
import { playKills } from '../test/campaign/kills.ts';
import { playMoney } from '../test/campaign/money.ts';
import { playPower } from '../test/campaign/power.ts';
import type { RoundOptions, RoundReport } from '../test/campaign/round.ts';
import { playStudio } from '../test/campaign/studio.ts';
import { playTwo } from '../test/campaign/two.ts';
import { ensureBuilt } from './build.ts';
import { run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';
import { hasDisplay } from './setup/system.ts';

const usage = `Usage: npm run campaign -- kills | power | faults | money | two | files | disk | hostile | studio [--rounds N] [--minutes M] [--seed S] [--only WORD] [--round K] [--keep] [--side-by-side N]

  kills      kills the command line at random times and at chosen points, and starts it again
  power      kills it, and takes what was not synced
  faults     lets the service and the network misbehave in every way
  money      a service that charges at random, limits, wrong balances, clocks and addresses, and the ledger against its bill
  two        two commands, or a command and the window, at once
  files      damaged, huge, odd and changing files among good photographs
  disk       disks that fill up or go away, damaged databases, clocks that are set
  hostile    a service that answers every photograph with something that means harm
  studio     eight stations and more, 2,000 photographs, and a database that goes away

  --rounds   how many rounds (100; of studio, 1)
  --minutes  begins no round after so many minutes
  --seed     the same seed plays the same rounds
  --only     only rounds whose subject has this word in its name
  --round    plays this one round of the seed
  --keep     keeps the folders of rounds with violations`;

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
