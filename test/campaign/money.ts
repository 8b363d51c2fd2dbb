/**
 * The campaign about money: a service that charges before, during or after its answer, or loses it, with a balance, with keys, or with
 * neither; limits of all kinds, 16 requests at a time, and kills. No limit is crossed by a credit, the program's ledger is the
 * service's own, and what it has settled by itself is right.
 */
import { type CapKind, type Charge, noCosts } from '../../contract/costs.ts';
import { operations } from '../../contract/operations/table.ts';
import { openStore } from '../../main/store/index.ts';
import { createSeededRandom } from '../helpers/seeded-random.ts';
import { aBreak, type Fault, page, refusal } from './faults.ts';
import { killed } from './kills.ts';
import { credit, healthy, type Plan } from './ledger-service.ts';
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
} from './round.ts';
import { recipes } from './scene.ts';

/** Whose prices are in the table of operations. */
const names = ['cutout', 'slimming', 'slimming', 'lips', 'beauty-task', 'retouched-cutout'] as const;
const minute = 60_000;
const priceOf = (operation: keyof typeof operations) => operations[operation].credits ?? 0;

interface Terms {
  readonly cap: CapKind | null;
  /** Credits that may be spent under it. */
  readonly most: number;
  readonly knowsKeys: boolean;
  readonly tellsBalance: boolean;
}

export function playMoney(options: RoundOptions): Promise<RoundReport> {
  let terms: Terms = { cap: null, most: 0, knowsKeys: false, tellsBalance: false };
  const plan = (chance: Round['chance']): RoundPlan => {
    const name = chance.pick(names.filter((each) => each.includes(options.only ?? '')));
    const steps = recipes[name];
    const count = options.quick ? 6 : chance.between(8, 24);
    const each = steps.reduce((sum, [operation]) => sum + priceOf(operation), 0);
    const knowsKeys = chance.chance(0.3);
    const tellsBalance = chance.chance(0.7);
    const caps = tellsBalance
      ? (['batch', 'day', 'month', 'balance', null] as const)
      : (['batch', 'day', null] as const);
    terms = { cap: chance.pick(caps), most: chance.between(each, each * count), knowsKeys, tellsBalance };
    const often = chance.pick([0, 0.1, 0.3]);
    return {
      about: [name, `${terms.cap ?? 'no cap'} of ${terms.most}`, knowsKeys ? 'keys' : '', tellsBalance ? 'balance' : '']
        .filter((word) => word !== '')
        .join(', '),
      scene: { steps, count, twins: chance.pick([0, 0.2]), where: 'elsewhere' },
      service: charging(chance.below(1e9), often, terms),
    };
  };
  return playRound(options, plan, async (round) => {
    agree(round, terms);
    const words = cappedWords(round, terms);
    const began = new Date(round.now()).getDate();
    const times = round.chance.below(3);
    for (let nth = 0; nth < times; nth += 1) {
      const uploads = round.service.ledger.last + round.chance.between(1, 5);
      await killed(round, words, { kind: 'upload', uploads, ms: round.chance.below(80) });
    }
    for (let nth = 0; nth < 2; nth += 1) {
      await round.run(words);
      if (round.chance.chance(0.5)) await sendAgain(round);
    }
    // At midnight, a day's limit begins anew.
    if (new Date(round.now()).getDate() === began) checkCap(round, terms);
    agree(round, { ...terms, cap: null });
    round.service.behave({ ...charging(0, 0, terms), chargesAfter: () => 0 });
    await letKnow(round);
    await settle(round, runWords(round, '--max-credits', '1000000'));
    await letKnow(round);
    checkLedger(round, terms);
    await checkRound(round, { times: 1, most: 1 });
  });
}

/** A service whose answers are lost so often, with and without their price. */
function charging(seed: number, often: number, { knowsKeys, tellsBalance }: Terms): Plan {
  const chance = createSeededRandom(seed);
  const faultOf = (upload: number): Fault | null => {
    const draw = chance.derive('upload', upload);
    if (!draw.chance(often)) return null;
    if (draw.chance(0.15)) return refusal('AI_SERVICE_INTERNAL_ERROR', 'new');
    if (draw.chance(0.2)) return page(502, 'html', { charged: draw.chance(0.5) });
    return aBreak(draw);
  };
  return {
    ...healthy,
    price: priceOf,
    tellsBalance,
    knowsKeys,
    latency: () => 15,
    upload: faultOf,
    fate: (upload) => (chance.derive('fate', upload).chance(often / 3) ? 'fails' : { queries: 1 }),
    chargesAfter: (upload) =>
      chance.derive('late', upload).chance(0.2) ? chance.derive('late', upload).below(minute) : 0,
  };
}

/** What the user has set up: 16 requests at a time, and a limit. */
function agree({ scene }: Round, { cap, most, knowsKeys }: Terms): void {
  const store = openStore({ folder: scene.data });
  try {
    const profile = store.profiles.get('ledger')!;
    const costs = {
      ...noCosts,
      ...(cap === 'day' ? { perDay: most } : {}),
      ...(cap === 'month' ? { perMonth: most } : {}),
      ...(cap === 'balance' ? { keepBalance: credit - most } : {}),
    };
    store.profiles.save({ ...profile, costs, idempotencyKeys: knowsKeys, maxConcurrency: 16 });
  } finally {
    store.close();
  }
}

function cappedWords(round: Round, { cap, most }: Terms): string[] {
  return runWords(round, ...(cap === 'batch' ? ['--max-credits', String(most)] : []));
}

/** Long after the last answer: what a balance can prove is proved. */
async function letKnow(round: Round): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) {
    round.sleep(15 * minute);
    const { code } = await round.run([
      'retry',
      '--data',
      round.scene.data,
      '--service',
      round.service.baseUrl,
      ...keyed,
    ]);
    if (code === 0) return;
  }
}
const keyed = ['--key-env', 'CAMPAIGN_KEY'];

function checkCap(round: Round, { cap, most }: Terms): void {
  if (cap === null) return;
  const spent = round.service.ledger.spent();
  round.count('capped rounds');
  // A command that was killed while it took photographs in leaves the rest to another batch, with a limit of its own.
  const allowed = cap === 'batch' ? most * batchesOf(round) : most;
  if (spent > allowed) round.violate('over the cap', `${spent} credits were spent of ${allowed} (${cap})`);
}

function batchesOf({ scene }: Round): number {
  const store = openStore({ folder: scene.data });
  try {
    return store.batches.list().length;
  } finally {
    store.close();
  }
}

/** The program's ledger against the service's own, photograph by photograph and in all. */
function checkLedger(round: Round, { tellsBalance }: Terms): void {
  const { scene, service } = round;
  const store = openStore({ folder: scene.data });
  try {
    const contentOf = new Map(scene.photographs.map(({ path, content }) => [path, content]));
    const charges = store.ledger.list();
    const sums = new Map<number, { charged: number; uncertain: number }>();
    for (const { jobId, outcome, cost, reserved } of charges) {
      const content = contentOf.get(store.jobs.get(jobId)?.sourcePath ?? '') ?? -1;
      const sum = sums.get(content) ?? { charged: 0, uncertain: 0 };
      if (outcome === 'charged') sum.charged += cost ?? 0;
      if (outcome === 'uncertain' || outcome === 'open') sum.uncertain += reserved ?? 0;
      sums.set(content, sum);
    }
    for (const [content, { charged, uncertain }] of sums) {
      const bill = service.ledger.spent((upload) => upload.content === content);
      if (bill < charged || bill > charged + uncertain)
        round.violate('another bill', `${bill} credits for ${content}, and ${charged} to ${charged + uncertain} here`);
    }
    const total = charges.reduce((sum, { outcome, cost }) => sum + (outcome === 'charged' ? (cost ?? 0) : 0), 0);
    const open = charges.filter(({ outcome }) => outcome === 'uncertain' || outcome === 'open');
    if (open.length === 0 && total !== service.ledger.spent())
      round.violate('another bill', `${service.ledger.spent()} credits in all, and ${total} here`);
    tally(round, charges, tellsBalance);
  } finally {
    store.close();
  }
}

function tally(round: Round, charges: readonly Charge[], tellsBalance: boolean): void {
  const count = (label: string, of: (charge: Charge) => boolean) => round.count(label, charges.filter(of).length);
  count('requests in the ledger', () => true);
  count('settled by the balance', ({ knownBy }) => knownBy === 'balance');
  count('left uncertain', ({ outcome }) => outcome === 'uncertain');
  if (tellsBalance) count('left uncertain with a balance', ({ outcome }) => outcome === 'uncertain');
}
