/**
 * Uses a service that charges before, during or after its response, or loses it, under limits, 16 requests at a time, and
 * kills. Each round has one scene (money-scenes.ts). No limit is exceeded, nothing is resent without a decision, the ledger
 * equals the service's, and no task is given up.
 */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { runAndKill } from '../kills/kills.ts';
import type { RoundOptions } from '../runner/report.ts';
import { checkRound, playRound, type Round, type RoundPlan, runWords, sendAgain, settle } from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { startLedgerService } from '../service/ledger-service.ts';
import {
  checkLedger,
  checkLimit,
  checkLimitOfCommand,
  checkTasks,
  checkTrial,
  requestedContents,
} from './money-check.ts';
import {
  charging,
  drawTerms,
  hourMs,
  minuteMs,
  priceOf,
  recipesOf,
  saveProfile,
  sceneNames,
  type Terms,
} from './money-scenes.ts';

interface Play {
  readonly terms: Terms;
  /** Days of the computer's clock on which commands ran. */
  readonly days: Set<string>;
  /** Time limit of a command in real ms. */
  readonly limitMs: number;
}

function planMoney(chance: SeededRandom, { only = '', quick, number }: RoundOptions): RoundPlan & { terms: Terms } {
  const matchingScenes = sceneNames.filter((each) => each.includes(only));
  const scenes = matchingScenes.length > 0 ? matchingScenes : sceneNames;
  const scene = scenes[number % scenes.length] ?? 'plain';
  const names = recipesOf(scene).filter((each) => matchingScenes.length > 0 || each.includes(only));
  const name = chance.pick(names.length > 0 ? names : recipesOf(scene));
  const steps = recipes[name];
  const count = quick ? 6 : chance.between(8, 24);
  const one = steps.reduce((sum, [operation]) => sum + priceOf(operation), 0);
  const terms = drawTerms(chance, scene, { all: one * count, one });
  const { cap, maxCredits, knowsKeys, tellsBalance } = terms;
  const limit = cap === null ? 'no cap' : `${cap} of ${maxCredits}`;
  return {
    terms,
    about: [scene, name, limit, ...(knowsKeys ? ['keys'] : []), ...(tellsBalance ? ['balance'] : [])].join(', '),
    scene: { steps, count, twins: chance.pick([0, 0.2]), where: 'elsewhere' },
    service: charging(chance.below(1e9), terms),
  };
}

/** @param options `only` selects scenes or recipes */
export function playMoney(options: RoundOptions) {
  return playRound(
    options,
    (chance) => planMoney(chance, options),
    async (round, { terms }) => {
      const play: Play = { terms, days: new Set(), limitMs: options.quick ? 100_000 : 600_000 };
      saveProfile(round, terms);
      await act(round, play);
      checkLimit(round, terms, play.days);
      round.setClock(0);
      saveProfile(round, { ...terms, cap: null }, round.service.baseUrl);
      const { actualPrice } = charging(0, terms);
      round.service.behave({
        ...charging(0, { ...terms, scene: 'plain', faultShare: 0 }),
        ...(actualPrice ? { actualPrice } : {}),
        chargesAfter: () => 0,
      });
      round.sleep(15 * minuteMs);
      await settle(round, runWords(round, '--max-credits', '1000000'));
      await round.service.charged();
      checkTasks(round);
      checkLedger(round, terms);
      await checkRound(round, { times: 1, maxTimes: 1 });
    },
  );
}

/** Plays the scene, then repeats the command. */
async function act(round: Round, play: Play): Promise<void> {
  const { chance, service } = round;
  const { scene, cap, maxCredits } = play.terms;
  const words = runWords(round, ...(cap === 'batch' ? ['--max-credits', String(maxCredits)] : []));
  const kill = (times: number, killed: readonly string[] = words) => killSome(round, play, killed, times);
  const run = (...more: readonly string[]) => runOnce(round, play, [...words, ...more]);
  switch (scene) {
    case 'a second address':
      await kill(1);
      await moveToSecondAddress(round, play);
      break;
    case 'a clock ahead':
      await kill(1);
      round.setClock(48 * hourMs);
      await run();
      break;
    case 'a clock behind':
      await kill(1);
      // The service has forgotten the keys by then, although they look new by this clock.
      round.sleep(30 * hourMs);
      round.setClock(-48 * hourMs);
      await run();
      break;
    case 'a limit from the second command on': {
      await kill(1, runWords(round));
      const since = service.ledger.last;
      await run();
      checkLimitOfCommand(round, since, maxCredits);
      break;
    }
    case 'a trial from the second command on': {
      await kill(1);
      const [before, count] = [requestedContents(round), chance.between(1, 3)];
      await run('--trial', String(count));
      checkTrial(round, before, count);
      break;
    }
    default:
      await kill(chance.below(3));
  }
  round.setClock(0);
  for (let nth = 0; nth < 2; nth += 1) {
    await run();
    if (chance.chance(0.5)) await sendAgain(round);
  }
}

async function killSome(round: Round, play: Play, words: readonly string[], times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const uploads = round.service.ledger.last + round.chance.between(1, 5);
    await dated(round, play, () => runAndKill(round, words, { kind: 'upload', uploads, ms: round.chance.below(80) }));
  }
}

const runOnce = (round: Round, play: Play, words: readonly string[]) =>
  dated(round, play, () => round.run(words, { limitMs: play.limitMs }));

/** Runs a command, notes the days of the computer's clock, and checks the tasks. */
async function dated(round: Round, { days }: Play, run: () => Promise<unknown>): Promise<void> {
  const note = () => {
    const date = new Date(round.computerNow());
    days.add(`${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`);
  };
  note();
  await run();
  note();
  checkTasks(round);
}

/** Gives the profile the address of another account while a command runs or is killed. */
async function moveToSecondAddress(round: Round, play: Play): Promise<void> {
  const { chance, scene, service } = round;
  const plan = charging(chance.below(1e9), { ...play.terms, faultShare: 0 });
  const second = await startLedgerService(scene.key, round, plan, service.ledger);
  try {
    saveProfile(round, play.terms, second.baseUrl);
    const words = runWords({ scene, service: second });
    if (chance.chance(0.5)) await killSome(round, play, words, 1);
    await runOnce(round, play, words);
    if (chance.chance(0.5) && (await sendAgain(round)) > 0) await runOnce(round, play, words);
    await second.charged();
  } finally {
    await second.close();
    saveProfile(round, play.terms, service.baseUrl);
  }
}
