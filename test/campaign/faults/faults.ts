/**
 * Runs a command against a service with faults, and again against a healthy one, which must finish every photograph.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoundOptions } from '../runner/report.ts';
import { checkRound, playRound, type Round, runWords, sendAgain, settle, status } from '../runner/round.ts';
import type { Question, Upload } from '../service/ledger.ts';
import { healthy } from '../service/ledger-service.ts';
import { type FaultPlan, faultPlan } from './fault-themes.ts';

/** Maximum of failed requests within 10 s of fast time. */
const maxFailedRequests = 60;
/** Time after which a command that keeps trying is interrupted, in real ms. */
const patienceMs = 6000;

export function playFaults(options: RoundOptions) {
  return playRound(
    options,
    (chance, now) => {
      const plan = faultPlan(chance, options.number, now, options.only);
      return { speed: 60, ...(options.quick ? shorten(plan) : plan) };
    },
    async (round, plan) => {
      const { ledger } = round.service;
      await runWithFaults(round, plan);
      round.service.behave({ ...healthy, age: plan.service.age });
      round.sleep(plan.offMs ?? 2 * 3_600_000);
      // The service does not bill tasks that never end.
      for (const upload of ledger.uploads)
        if (plan.service.fate(upload.serial - 1) === 'never-ends' && (plan.offMs ?? 0) > 0) ledger.refund(upload);
      await settle(round, runWords(round));
      const ownPixels = new Set(round.scene.photographs.map(({ content }) => content));
      await checkRound(round, { times: 1, ...(plan.about.startsWith('files') ? { ownPixels } : {}) });
      checkRequestRate(round);
    },
  );
}

function shorten(plan: FaultPlan): FaultPlan {
  const { scene, uploads, patienceMs: planned = patienceMs } = plan;
  const few = { ...scene, count: Math.min(scene.count, 6) };
  return { ...plan, scene: few, patienceMs: Math.min(planned, 2000), ...(uploads ? { uploads: 9 } : {}) };
}

async function runWithFaults(round: Round, plan: FaultPlan): Promise<void> {
  const { ledger } = round.service;
  const run = (words: readonly string[]) => runWithPatience(round, words, plan.patienceMs ?? patienceMs);
  const words = runWords(round);
  for (let nth = 0; nth < 6; nth += 1) {
    const uploads = ledger.last;
    const code = await run(words);
    if (round.chance.chance(0.2)) await run(['retry', ...words.slice(words.indexOf('--service'))]);
    if (code === 0 || ledger.last >= (plan.uploads ?? 0) || ledger.last === uploads) return;
    // Pauses are over at the next command.
    round.sleep(3_600_000);
    if (round.chance.chance(0.7)) await sendAgain(round);
  }
}

/** Runs a command and interrupts it after some time: it must report that, and exit with 1. */
async function runWithPatience(round: Round, words: readonly string[], ms: number): Promise<number | null> {
  const running = round.start(words);
  await round.untilRequest(running);
  await Promise.race([sleep(ms), running.ended]);
  const isAlive = running.child.exitCode === null;
  if (isAlive) running.interrupt();
  const { code, err } = round.check(await running.ended);
  if (!isAlive) {
    if (round.chance.chance(0.4)) await checkExitCode(round, code);
    return code;
  }
  round.count('interrupted');
  // The signal may reach a command that has just printed its summary, and end it like any program.
  const hasEnded = /\d+ done, /.test(err);
  if (code !== 1 && !hasEnded) round.violate('exit code', `${code} after Ctrl-C`);
  if (/stopped/i.test(err)) round.count('interrupted, and said so');
  else if (!hasEnded) round.violate('exit code', `Nothing was said of Ctrl-C: ${err.slice(-300)}`);
  return code;
}

/** Checks that the exit code is 0 exactly if all work is done. */
async function checkExitCode(round: Round, code: number | null): Promise<void> {
  const { counts } = await status(round);
  const isOpen = Object.entries(counts).some(([state, n]) => state !== 'done' && state !== 'cancelled' && n > 0);
  if ((code === 0) === isOpen) round.violate('exit code', `${code}, and the queue has ${JSON.stringify(counts)}`);
}

function checkRequestRate(round: Round): void {
  const { ledger } = round.service;
  const isFailed = (request: Upload | Question) => !['taken', 'told', 'sent', 'unanswered'].includes(request.answer);
  const peakFailed = ledger.busiest(10_000, isFailed);
  round.peak('faulty requests in 10 s', peakFailed);
  round.peak('requests in 10 s', ledger.busiest(10_000));
  if (peakFailed > maxFailedRequests) round.violate('impolite', `${peakFailed} requests that went wrong within 10 s`);
}
