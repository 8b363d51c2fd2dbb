/**
 * The nine campaigns. Reading order: this list; `runner/` (play-campaign.ts plays the rounds, round.ts sets one up, scene.ts
 * has its photographs, check.ts its checks); `service/` (the image service with a ledger, and its faults); then a campaign,
 * each in its folder, with power cuts in `kills/`. docs/reliability.md lists the promises that they attack.
 */
import { playDisk } from './disk/disk.ts';
import { playFaults } from './faults/faults.ts';
import { playFiles } from './files/files.ts';
import { playHostile } from './hostile/hostile.ts';
import { playKills } from './kills/kills.ts';
import { playPower } from './kills/power.ts';
import { playMoney } from './money/money.ts';
import type { Campaign } from './runner/play-campaign.ts';
import { playStudio } from './studio/studio.ts';
import { playTwo } from './two/two.ts';

export const campaigns: Readonly<Record<string, Campaign>> = {
  kills: { play: playKills, help: 'kill the command line at random times and at chosen points, and restart it' },
  power: { play: playPower, help: 'kill it, and discard what was not synced' },
  faults: {
    play: playFaults,
    help: 'make the service and the network fail in every way',
    // Waiting for faults leaves the processor idle.
    defaultParallelRounds: 4,
  },
  money: {
    play: playMoney,
    help: 'use a service that charges at random, limits, wrong balances, clocks and addresses; compare the ledger with the bill',
  },
  two: {
    play: (options) => playTwo({ ...options, withWindow: true }),
    help: 'run two commands, or a command and the window, at once',
    // Windows share a display.
    defaultParallelRounds: 1,
  },
  files: { play: playFiles, help: 'mix damaged, huge, odd and changing files with good photographs' },
  disk: {
    play: playDisk,
    help: 'use disks that fill up or disconnect, damaged databases, and clocks that are set',
  },
  hostile: { play: playHostile, help: 'use a service that answers every photograph with malicious content' },
  studio: {
    play: playStudio,
    help: 'run eight or more stations with 2,000 photographs and a database that disconnects',
    defaultRounds: 1,
    defaultParallelRounds: 1,
  },
};
