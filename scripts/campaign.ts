/** Attacks Burnish from outside for a number of rounds, and reports as JSON (docs/reliability.md, test/campaign/campaigns.ts). */
import { parseArgs } from 'node:util';
import { campaigns } from '../test/campaign/campaigns.ts';
import { excludedCases } from '../test/campaign/disk/disk.ts';
import { playCampaign } from '../test/campaign/runner/play-campaign.ts';
import { ensureBuilt } from './build.ts';
import { run, runtimeEnvironment, underDisplay } from './launch.ts';
import { electronRuntime } from './setup/runtime.ts';
import { hasDisplay } from './setup/system.ts';

const usage = `Usage: npm run campaign -- ${Object.keys(campaigns).join(' | ')} [--rounds N] [--minutes M] [--seed S] [--only WORD] [--round K] [--keep] [--side-by-side N]

${Object.entries(campaigns)
  .map(([name, { help }]) => `  ${name.padEnd(9)}  ${help}`)
  .join('\n')}

  --rounds   number of rounds (default: 100; studio: 1)
  --minutes  start no round after this many minutes (default: 600)
  --seed     seed; the same seed plays the same rounds (default: random)
  --only     play only rounds whose subject has this word in its name
  --round    play only this round of the seed
  --keep     keep the folders of rounds with violations
  --side-by-side
             number of rounds to run at the same time`;

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
const campaign = campaigns[name];

/** Builds the window. Without a display, runs this program again under one and returns false. */
async function prepareWindow(): Promise<boolean> {
  await ensureBuilt();
  const env = runtimeEnvironment(await electronRuntime());
  if (hasDisplay()) {
    Object.assign(process.env, env);
    return true;
  }
  process.exitCode = await run(underDisplay({ command: process.execPath, args: process.argv.slice(1), env }));
  return false;
}

if (values.help || campaign === undefined) {
  console.error(usage);
  process.exitCode = values.help ? 0 : 2;
} else if (name !== 'two' || (await prepareWindow())) {
  if (name === 'disk') for (const sentence of excludedCases()) console.error(sentence);
  const report = await playCampaign(name, campaign.play, {
    seed: Number(values.seed),
    rounds: Number(values.rounds ?? campaign.defaultRounds ?? 100),
    forMs: Number(values.minutes) * 60_000,
    only: values.only,
    round: values.round === undefined ? null : Number(values.round),
    parallelRounds: Number(values['side-by-side'] ?? campaign.defaultParallelRounds ?? 2),
    keep: values.keep,
    onMessage: (text) => console.error(text),
  });
  console.log(JSON.stringify(report, undefined, 2));
  if (report.violations.length > 0) process.exitCode = 1;
}
