/** A command that meets a trouble with a disk on its way, is helped, and goes on by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../runner/command.ts';
import { checkRound, type Round, runWords, settle } from '../runner/round.ts';
import { answersWithImage } from '../service/results.ts';
import type { TroubleKind } from './disk-troubles.ts';

/** Real ms after which it counts as stuck, and within which something must be said. */
const limitMs = 240_000;
const sayMs = 60_000;
/** Real ms a trouble lasts once it has been said: minutes of fast time. */
const lastsMs = 5000;

/** What the user reads of a disk or a folder that does not take something. */
const about =
  /cannot be (written|saved)|is full|read-only|(is|are) missing|exists where|not enough space|is not (responding|connected)|can no longer be found/i;

/** What a command has said of disks and folders, each sentence once. */
export function diskMessages({ text }: Running): string[] {
  const lines = (text.err + text.out).split('\n').filter((line) => about.test(line) && !line.startsWith('{'));
  return [...new Set(lines)];
}

export const hasEnded = ({ child }: Running) => child.exitCode !== null || child.signalCode !== null;

/** Waits until `holds`, the command has ended, or so many real ms have passed; says whether it holds. */
export async function until(running: Running, holds: () => boolean, ms: number): Promise<boolean> {
  const began = performance.now();
  while (!holds()) {
    if (hasEnded(running) || performance.now() - began > ms) return holds();
    await sleep(20);
  }
  return true;
}

export async function throughTrouble(round: Round, kind: TroubleKind): Promise<void> {
  const { scene, service, chance } = round;
  const diskFault = await kind.set(round);
  try {
    const words = runWords(round);
    const env = { BURNISH_LOG: '', ...kind.env?.(round) };
    const meets = chance.below(Math.max(2, scene.photographs.length - 2));
    if (meets === 0) await diskFault.start();
    const running = round.start(words, { limitMs, env });
    if (meets > 0) {
      await until(running, () => service.ledger.last >= meets, sayMs);
      await diskFault.start();
    }
    if (kind.stops !== 'nothing') await inTrouble(round, running, kind);
    await diskFault.end();
    const ended = round.check(await running.ended);
    round.count(`${kind.name}: rounds`);
    // What was on its way when nothing could be remembered any more may need the user's decision.
    if (ended.code !== 0 && kind.stops !== 'data')
      round.violate('failed', `it did not go on by itself: exit ${ended.code}: ${ended.err.slice(-400)}`);
    await settle(round, words);
    await checkRound(round, { times: 1 });
  } finally {
    await diskFault.remove();
  }
}

/** While it lasts: it is said, once; nothing more is paid; what is paid comes home. */
async function inTrouble(round: Round, running: Running, kind: TroubleKind): Promise<void> {
  const { ledger } = round.service;
  // All may have been finished before it began.
  const isReported = await until(running, () => diskMessages(running).length > 0, sayMs);
  if (hasEnded(running)) {
    if (running.child.exitCode !== 0) round.violate('failed', `it gave up: ${running.text.err.slice(-400)}`);
    return;
  }
  if (!isReported) round.violate('unsaid', kind.name);
  // What was being sent is answered.
  await sleep(1000);
  const sent = ledger.last;
  await until(running, () => kind.stops === 'results' && isHome(round), lastsMs);
  await sleep(lastsMs);
  const sentences = diskMessages(running);
  round.peak('sentences about one trouble', sentences.length);
  if (sentences.length > 2)
    round.violate('no sentence', `${sentences.length} about one trouble: ${sentences.join(' | ')}`);
  if (ledger.last > sent && kind.stops === 'results')
    round.violate('sent unasked', `${ledger.last - sent} photographs were sent although results could not be written`);
  if (kind.stops === 'results' && !isHome(round))
    round.violate('paid and lost', 'What was paid was not brought home while its folder was away.');
  if (hasEnded(running) && running.child.exitCode !== 0)
    round.violate('failed', `it gave up: ${running.text.err.slice(-400)}`);
}

/** True when the result of every upload that was charged has been fetched; some answers hold theirs. */
function isHome({ service: { ledger } }: Round): boolean {
  const fetched = ledger.questions.filter(({ kind, answer }) => kind === 'download' && answer === 'sent').length;
  const toFetch = ledger.uploads.filter(
    ({ charged, operation, task }) => charged && !answersWithImage(operation, task !== null),
  );
  return fetched >= toFetch.length;
}
