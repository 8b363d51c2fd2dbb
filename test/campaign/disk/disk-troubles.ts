/** Troubles with the disk or folder of results or data while a command runs, and the checks while they last. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../runner/command.ts';
import { type Round, runWords, settleAndCheck } from '../runner/round.ts';
import { answersWithImage } from '../service/results.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

interface Trouble {
  start(): Promise<void>;
  end(): Promise<void>;
  /** Cleans up at the end of the round. */
  remove(): Promise<void>;
}

interface TroubleKind {
  readonly name: string;
  readonly needs?: 'mount';
  /** Files that cannot be written. */
  readonly stops: 'results' | 'data' | 'nothing';
  prepare(round: Round): Promise<Trouble>;
  readonly env?: (round: Round) => Readonly<Record<string, string>>;
}

/** Time limit of a command, and for a message about the trouble, in real ms. */
const limitMs = 240_000;
const messageMs = 60_000;
/** Duration of a trouble after its message, in real ms: minutes of fast time. */
const troubleMs = 5000;
const diskMegabytes = 40;

function onDisk(
  name: string,
  stops: TroubleKind['stops'],
  foldersOf: (round: Round) => readonly string[],
  start: (disk: SmallDisk) => unknown = (disk) => disk.fill(),
  end: (disk: SmallDisk) => unknown = (disk) => disk.free(),
): TroubleKind {
  return {
    name,
    stops,
    needs: 'mount',
    async prepare(round) {
      const disks: SmallDisk[] = [];
      for (const folder of foldersOf(round)) disks.push(await smallDisk(folder, diskMegabytes));
      const all = (act: (disk: SmallDisk) => unknown) => async () => {
        for (const disk of disks) await act(disk);
      };
      return { start: all(start), end: all(end), remove: all((disk) => disk.remove()) };
    },
  };
}

/** Replaces the output folder, or the one above it, with a file. */
function replacedFolder(name: string, folderOf: (out: string) => string): TroubleKind {
  return {
    name,
    stops: 'results',
    async prepare({ scene }) {
      await mkdir(scene.out, { recursive: true });
      const folder = folderOf(scene.out);
      const away = join(scene.root, 'somewhere else');
      return {
        async start() {
          await rename(folder, away);
          await writeFile(folder, 'this was a folder');
        },
        async end() {
          await rm(folder, { recursive: true, force: true });
          await rename(away, folder);
        },
        remove: async () => undefined,
      };
    },
  };
}

const results = ({ scene }: Round) => [scene.out];
const data = ({ scene }: Round) => [scene.data];
const temporary = ({ scene }: Round) => join(scene.root, 'temporary');
const lock = (disk: SmallDisk) => disk.lock();
const unlock = (disk: SmallDisk) => disk.unlock();

export const troubles: readonly TroubleKind[] = [
  replacedFolder('a file stands where the folder of results was', (out) => out),
  onDisk('the disk of results is full', 'results', results),
  onDisk('the disk of results is read-only', 'results', results, lock, unlock),
  replacedFolder('a file stands where the folder above the results was', dirname),
  onDisk('the disk of the data folder is full', 'data', data),
  onDisk('the disks of results and data are full', 'data', (round) => [...results(round), ...data(round)]),
  {
    ...onDisk('the disk of temporary files is full', 'nothing', (round) => [temporary(round)]),
    env: (round) => ({ TMPDIR: temporary(round) }),
  },
];

const aboutDisks =
  /cannot be (written|saved)|is full|read-only|(is|are) missing|exists where|not enough space|is not (responding|connected)|can no longer be found/i;

/** Returns the different messages of a command about disks and folders. */
function diskMessages({ text }: Running): string[] {
  const lines = (text.err + text.out).split('\n').filter((line) => aboutDisks.test(line) && !line.startsWith('{'));
  return [...new Set(lines)];
}

export const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/** Waits for a condition, the end of the command, or `ms` of real time. Returns whether the condition holds. */
export async function until(running: Running, holds: () => boolean, ms: number): Promise<boolean> {
  const startedAt = performance.now();
  while (!holds()) {
    if (hasEnded(running) || performance.now() - startedAt > ms) return holds();
    await sleep(20);
  }
  return true;
}

/** Runs a command that meets a trouble and must resume when it ends. */
export async function runThroughTrouble(round: Round, kind: TroubleKind): Promise<void> {
  const { scene, service, chance } = round;
  const trouble = await kind.prepare(round);
  try {
    const words = runWords(round);
    const env = { BURNISH_LOG: '', ...kind.env?.(round) };
    const uploads = chance.below(Math.max(2, scene.photographs.length - 2));
    if (uploads === 0) await trouble.start();
    const running = round.start(words, { limitMs, env });
    if (uploads > 0) {
      await until(running, () => service.ledger.last >= uploads, messageMs);
      await trouble.start();
    }
    if (kind.stops !== 'nothing') await checkDuringTrouble(round, running, kind);
    await trouble.end();
    const { code, err } = round.check(await running.ended);
    round.count(`${kind.name}: rounds`);
    // Requests in flight may be uncertain if nothing could be saved.
    if (code !== 0 && kind.stops !== 'data')
      round.violate('failed', `it did not go on by itself: exit ${code}: ${err.slice(-400)}`);
    await settleAndCheck(round, words);
  } finally {
    await trouble.remove();
  }
}

/** Checks that the trouble is reported once, nothing more is paid, and paid results are downloaded. */
async function checkDuringTrouble(round: Round, running: Running, { name, stops }: TroubleKind): Promise<void> {
  const { ledger } = round.service;
  const checkAlive = () => {
    if (hasEnded(running) && running.child.exitCode !== 0)
      round.violate('failed', `it gave up: ${running.text.err.slice(-400)}`);
  };
  const isReported = await until(running, () => diskMessages(running).length > 0, messageMs);
  // All work can be done before the trouble.
  if (hasEnded(running)) return checkAlive();
  if (!isReported) round.violate('unsaid', name);
  // Requests in flight may end.
  await sleep(1000);
  const sent = ledger.last;
  await until(running, () => stops === 'results' && areResultsDownloaded(round), troubleMs);
  await sleep(troubleMs);
  const sentences = diskMessages(running);
  round.peak('sentences about one trouble', sentences.length);
  if (sentences.length > 2)
    round.violate('no sentence', `${sentences.length} about one trouble: ${sentences.join(' | ')}`);
  if (ledger.last > sent && stops === 'results')
    round.violate('sent unasked', `${ledger.last - sent} photographs were sent although results could not be written`);
  if (stops === 'results' && !areResultsDownloaded(round))
    round.violate('paid and lost', 'Paid results were not downloaded while their folder was away.');
  checkAlive();
}

/** Whether the result of each charged upload was downloaded, or part of the response. */
function areResultsDownloaded({ service: { ledger } }: Round): boolean {
  const downloads = ledger.questions.filter(({ kind, answer }) => kind === 'download' && answer === 'sent').length;
  const expected = ledger.uploads.filter(
    ({ charged, operation, task }) => charged && !answersWithImage(operation, task !== null),
  );
  return downloads >= expected.length;
}
