/**
 * The campaign of faults: one command with several photographs against a service that misbehaves; then the service is well
 * again, and the same command must bring every photograph to its end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundOptions,
  type RoundReport,
  runWords,
  sendAgain,
  settle,
  status,
} from '../runner/round.ts';
import type { Question, Upload } from '../service/ledger.ts';
import { healthy } from '../service/ledger-service.ts';
import { faultPlan } from './fault-plans.ts';
import type { FaultPlan } from './fault-theme.ts';

/** Requests that go wrong, in any 10 s of fast time: more are a storm. */
const maxFaultyRequests = 60;
/** How long a command may go on trying, real ms. */
const patientMs = 6000;

export function playFaults(options: RoundOptions): Promise<RoundReport> {
  let planned: FaultPlan | undefined;
  const plan = (chance: SeededRandom, now: () => number) => {
    const fullPlan = faultPlan(chance, options.number, now, options.only);
    planned = { speed: 60, ...(options.quick ? inShort(fullPlan) : fullPlan) };
    return planned;
  };
  return playRound(options, plan, async (round) => {
    if (planned === undefined) throw new Error('there is no plan');
    await suffer(round, planned);
    const { ledger } = round.service;
    round.service.behave({ ...healthy, age: planned.service.age });
    round.sleep(planned.offMs ?? 2 * 3_600_000);
    // A task that never ended is not charged: failed requests are not.
    for (const upload of ledger.uploads)
      if (planned.service.fate(upload.serial - 1) === 'never-ends' && (planned.offMs ?? 0) > 0) ledger.refund(upload);
    await settle(round, runWords(round));
    const ownPixels = new Set(round.scene.photographs.map(({ content }) => content));
    await checkRound(round, { times: 1, ...(planned.about.startsWith('files') ? { ownPixels } : {}) });
    politeness(round);
  });
}

function inShort(plan: FaultPlan): FaultPlan {
  const { scene, uploads, patientMs: patience = patientMs } = plan;
  const few = { ...scene, count: Math.min(scene.count, 6) };
  return { ...plan, scene: few, patientMs: Math.min(patience, 2000), ...(uploads ? { uploads: 9 } : {}) };
}

/** The commands while the service misbehaves. One that goes on trying is right to; it is interrupted then. */
async function suffer(round: Round, plan: FaultPlan): Promise<void> {
  const { ledger } = round.service;
  for (let nth = 0; nth < 6; nth += 1) {
    const uploads = ledger.last;
    const code = await runForAWhile(round, runWords(round), plan.patientMs ?? patientMs);
    if (round.chance.chance(0.2)) await runForAWhile(round, retryWords(round), plan.patientMs ?? patientMs);
    if (code === 0 || ledger.last >= (plan.uploads ?? 0) || ledger.last === uploads) return;
    // Pauses that the service asked for, or brought about, are over by the next command.
    round.sleep(3_600_000);
    if (round.chance.chance(0.7)) await sendAgain(round);
  }
}

function retryWords({ scene, service }: Round): string[] {
  return ['retry', '--service', service.baseUrl, '--key-env', 'CAMPAIGN_KEY', '--data', scene.data];
}

/** A command that goes on trying ends at Ctrl-C, says so, and exits with 1. */
async function runForAWhile(round: Round, words: readonly string[], ms: number): Promise<number | null> {
  const running = round.start(words);
  await round.untilHeard(running);
  await Promise.race([sleep(ms), running.ended]);
  const isAlive = running.child.exitCode === null;
  if (isAlive) running.interrupt();
  const ended = round.check(await running.ended);
  if (!isAlive) {
    if (round.chance.chance(0.4)) await checkExit(round, ended.code);
    return ended.code;
  }
  round.count('interrupted');
  // Where the signal meets a command that has just said its last word, it ends it as any program.
  const hasEnded = /\d+ done, /.test(ended.err);
  if (ended.code !== 1 && !hasEnded) round.violate('exit code', `${ended.code} after Ctrl-C`);
  if (/stopped/i.test(ended.err)) round.count('interrupted, and said so');
  else if (!hasEnded) round.violate('exit code', `Nothing was said of Ctrl-C: ${ended.err.slice(-300)}`);
  return ended.code;
}

/** 0 says that everything is done, anything else that something is left. */
async function checkExit(round: Round, code: number | null): Promise<void> {
  const { counts } = await status(round);
  const left = Object.entries(counts).filter(
    ([state, number]) => state !== 'done' && state !== 'cancelled' && number > 0,
  );
  if ((code === 0) !== (left.length === 0))
    round.violate('exit code', `${code}, and the queue has ${JSON.stringify(counts)}`);
}

function politeness(round: Round): void {
  const { ledger } = round.service;
  const isFaulty = (request: Upload | Question) => !['taken', 'told', 'sent', 'unanswered'].includes(request.answer);
  const peakFaulty = ledger.busiest(10_000, isFaulty);
  round.peak('faulty requests in 10 s', peakFaulty);
  round.peak('requests in 10 s', ledger.busiest(10_000));
  if (peakFaulty > maxFaultyRequests) round.violate('impolite', `${peakFaulty} requests that went wrong within 10 s`);
}
