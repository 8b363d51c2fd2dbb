/**
 * The campaign about money: a service that charges before, during or after its answer, or loses it, with a balance, with keys, or with
 * neither; limits of all kinds, 16 requests at a time, and kills. Each round has a scene of its own (money-scenes.ts): wrong balances, other
 * prices, a second address, wrong clocks, limits that come late, queries that fail. No limit is crossed by a credit, nothing is sent
 * again without a decision, the program's ledger is the service's own, and no task is given up.
 */
import { killed } from '../kills/kills.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundOptions,
  type RoundPlan,
  type RoundReport,
  runWords,
  sendAgain,
  settle,
} from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { startLedgerService } from '../service/ledger-service.ts';
import { checkCap, checkLedger, checkLimitOfCommand, checkTasks, checkTrial, type Days } from './money-check.ts';
import {
  charging,
  drawTerms,
  hour,
  minute,
  priceOf,
  recipesOf,
  sceneNames,
  setUp,
  type Terms,
} from './money-scenes.ts';

interface Play {
  readonly terms: Terms;
  readonly days: Days;
  /** Real ms after which a command counts as stuck. */
  readonly limitMs: number;
}

/** @param options `only` chooses scenes or recipes */
export function playMoney(options: RoundOptions): Promise<RoundReport> {
  const { only = '', quick = false, number } = options;
  const matching = sceneNames.filter((each) => each.includes(only));
  const scenes = matching.length > 0 ? matching : sceneNames;
  let terms: Terms | null = null;
  const plan = (chance: Round['chance']): RoundPlan => {
    // Each scene comes about as often as the others.
    const scene = scenes[number % scenes.length] ?? 'plain';
    const names = recipesOf(scene).filter((each) => matching.length > 0 || each.includes(only));
    const name = chance.pick(names.length > 0 ? names : recipesOf(scene));
    const steps = recipes[name];
    const count = quick ? 6 : chance.between(8, 24);
    const one = steps.reduce((sum, [operation]) => sum + priceOf(operation), 0);
    terms = drawTerms(chance, scene, { all: one * count, one });
    const { cap, most, knowsKeys, tellsBalance } = terms;
    return {
      about: [
        scene,
        name,
        cap === null ? 'no cap' : `${cap} of ${most}`,
        knowsKeys && 'keys',
        tellsBalance && 'balance',
      ]
        .filter((word) => word !== false)
        .join(', '),
      scene: { steps, count, twins: chance.pick([0, 0.2]), where: 'elsewhere' },
      service: charging(chance.below(1e9), terms),
    };
  };
  return playRound(options, plan, async (round) => {
    if (terms === null) throw new Error('there is no plan');
    const play: Play = { terms, days: new Set(), limitMs: quick ? 100_000 : 600_000 };
    setUp(round, terms);
    await act(round, play);
    checkCap(round, terms, play.days);
    round.setClock(0);
    setUp(round, { ...terms, cap: null }, round.service.baseUrl);
    const { actualPrice } = charging(0, terms);
    round.service.behave({
      ...charging(0, { ...terms, scene: 'plain', often: 0 }),
      ...(actualPrice ? { actualPrice } : {}),
      chargesAfter: () => 0,
    });
    round.sleep(15 * minute);
    await settle(round, runWords(round, '--max-credits', '1000000'));
    await round.service.charged();
    checkTasks(round);
    checkLedger(round, terms);
    await checkRound(round, { times: 1, most: 1 });
  });
}

/** Plays the scene, then repeats the command until all is done. */
async function act(round: Round, play: Play): Promise<void> {
  const words = cappedWords(round, play.terms);
  switch (play.terms.scene) {
    case 'a second address':
      await killSome(round, play, words, 1);
      await moveAway(round, play);
      break;
    case 'a clock ahead':
      await killSome(round, play, words, 1);
      round.setClock(48 * hour);
      await runOnce(round, play, words);
      break;
    case 'a clock behind':
      await killSome(round, play, words, 1);
      // Keys are forgotten by then, and look new by this clock.
      round.sleep(30 * hour);
      round.setClock(-48 * hour);
      await runOnce(round, play, words);
      break;
    case 'a limit from the second command on': {
      await killSome(round, play, runWords(round), 1);
      const since = round.service.ledger.last;
      await runOnce(round, play, words);
      checkLimitOfCommand(round, since, play.terms.most);
      break;
    }
    case 'a trial from the second command on': {
      await killSome(round, play, words, 1);
      const [since, count] = [round.service.ledger.last, round.chance.between(1, 3)];
      await runOnce(round, play, [...words, '--trial', String(count)]);
      checkTrial(round, since, count);
      break;
    }
    default:
      await killSome(round, play, words, round.chance.below(3));
  }
  round.setClock(0);
  for (let nth = 0; nth < 2; nth += 1) {
    await runOnce(round, play, words);
    if (round.chance.chance(0.5)) await sendAgain(round);
  }
}

async function killSome(round: Round, play: Play, words: readonly string[], times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const uploads = round.service.ledger.last + round.chance.between(1, 5);
    await dated(round, play, () => killed(round, words, { kind: 'upload', uploads, ms: round.chance.below(80) }));
  }
}

const runOnce = (round: Round, play: Play, words: readonly string[]) =>
  dated(round, play, () => round.run(words, { limitMs: play.limitMs }));

/** Runs a command, notes the days of the computer's clock, and looks for tasks that were given up. */
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

/** The profile gets the address of another account while a command runs or is killed, and then its old one. */
async function moveAway(round: Round, play: Play): Promise<void> {
  const { chance, scene, service } = round;
  const plan = charging(chance.below(1e9), { ...play.terms, often: 0 });
  const second = await startLedgerService(scene.key, round, plan, service.ledger);
  try {
    setUp(round, play.terms, second.baseUrl);
    const words = runWords(round).map((word) => (word === service.baseUrl ? second.baseUrl : word));
    if (chance.chance(0.5)) await killSome(round, play, words, 1);
    await runOnce(round, play, words);
    if (chance.chance(0.5) && (await sendAgain(round)) > 0) await runOnce(round, play, words);
    await second.charged();
  } finally {
    await second.close();
    setUp(round, play.terms, service.baseUrl);
  }
}

function cappedWords(round: Round, { cap, most }: Terms): string[] {
  return runWords(round, ...(cap === 'batch' ? ['--max-credits', String(most)] : []));
}
