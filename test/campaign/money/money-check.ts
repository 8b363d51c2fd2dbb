/** Checks of the money campaign: limits, tasks that were given up, and the program's ledger against its service's. */
import type { Charge } from '../../../contract/services/costs.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import type { Round } from '../runner/round.ts';
import type { Upload } from '../service/ledger.ts';
import { priceOf, type Terms } from './money-scenes.ts';

function withStore<T>({ scene }: Round, work: (store: Store) => T): T {
  const store = openStore({ folder: scene.data });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** The days of the computer's clock on which commands were at work. */
export type Days = Set<string>;

/** A limit of a day or a month begins anew with the next one, by the computer's clock. */
export function checkCap(round: Round, { scene, cap, most }: Terms, days: Days): void {
  if (cap === null || scene === 'a limit from the second command on') return;
  const periods = {
    // A command that was killed while it took photographs in leaves the rest to another batch, with a limit of its own.
    batch: () => withStore(round, ({ batches }) => batches.list().length),
    day: () => days.size,
    month: () => new Set([...days].map((day) => day.slice(0, day.lastIndexOf('-')))).size,
    balance: () => 1,
  }[cap]();
  checkSpent(round, round.service.ledger.listedSpent(), most * periods, cap);
}

/** @param since the serial after which uploads count; one under an earlier key counts as the earlier one */
export function checkLimitOfCommand(round: Round, since: number, most: number): void {
  const isOfCommand = ({ serial, firstOfKey }: Upload) => (firstOfKey ?? serial) > since;
  checkSpent(round, round.service.ledger.listedSpent(isOfCommand), most, 'of one command');
}

function checkSpent(round: Round, spent: number, allowed: number, name: string): void {
  round.count('capped rounds');
  if (spent > allowed) round.violate('over the cap', `${spent} credits were spent of ${allowed} (${name})`);
}

/** @param since the serial after which uploads count */
export function checkTrial(round: Round, since: number, count: number): void {
  const { uploads } = round.service.ledger;
  const before = new Set(uploads.filter(({ serial }) => serial <= since).map(({ content }) => content));
  const tried = new Set(uploads.flatMap(({ content }) => (content === null || before.has(content) ? [] : content)));
  round.count('trials');
  if (tried.size > count) round.violate('over the cap', `${tried.size} photographs were tried instead of ${count}`);
}

/** A job that has come to an end, or waits for a decision, although its service has the result of its task, or will have it. */
export function checkTasks(round: Round): void {
  withStore(round, ({ jobs, stepRuns }) => {
    for (const job of (['failed', 'uncertain', 'cancelled'] as const).flatMap((state) => jobs.inState(state))) {
      const { taskId = null } = stepRuns.get(job.id, job.step) ?? {};
      if (taskId !== null && round.service.holds(taskId))
        round.violate(
          'given up',
          `${job.sourcePath} is ${job.state} (${job.error?.code}), and the service has ${taskId}`,
        );
    }
  });
}

/** The program's ledger against the service's own: request by request, and for each photograph. In credits of the price list. */
export function checkLedger(round: Round, { tellsBalance }: Terms): void {
  const { scene, service } = round;
  withStore(round, (store) => {
    const contentOf = new Map(scene.photographs.map(({ path, content }) => [path, content]));
    const charges = store.ledger.list();
    const sums = new Map<number, { charged: number; uncertain: number }>();
    for (const charge of charges) {
      checkRequest(round, charge);
      const { jobId, outcome, cost, reserved } = charge;
      const content = contentOf.get(store.jobs.get(jobId)?.sourcePath ?? '') ?? -1;
      const sum = sums.get(content) ?? { charged: 0, uncertain: 0 };
      if (outcome === 'charged') sum.charged += cost ?? 0;
      if (outcome === 'uncertain' || outcome === 'open') sum.uncertain += reserved ?? 0;
      sums.set(content, sum);
    }
    for (const [content, { charged, uncertain }] of sums) {
      const bill = service.ledger.listedSpent((upload) => upload.content === content);
      if (bill < charged || bill > charged + uncertain)
        round.violate('another bill', `${bill} credits for ${content}, and ${charged} to ${charged + uncertain} here`);
    }
    tally(round, charges, tellsBalance);
  });
}

function checkRequest(
  round: Round,
  { id, operation, outcome, cost, reserved, knownBy, requestId, taskId }: Charge,
): void {
  const { ledger } = round.service;
  const listed = priceOf(operation);
  const wrong = (text: string) => round.violate('another bill', `row ${id} of ${operation}: ${text}`);
  if (reserved !== listed) wrong(`${reserved} credits were reserved, and the price list has ${listed}`);
  if (knownBy === 'balance') wrong(`it was settled by a balance, as ${outcome} for ${cost}`);
  const isTask = (upload: Upload) => taskId !== null && upload.task === taskId;
  const upload = ledger.uploads.find(isTask) ?? ledger.byRequestId.get(requestId ?? '');
  if (outcome === 'charged' && cost !== listed) wrong(`it has cost ${cost}, and the price list has ${listed}`);
  if (upload === undefined || (outcome !== 'charged' && outcome !== 'not-charged')) return;
  round.count('requests compared');
  if (upload.charged !== (outcome === 'charged'))
    wrong(`it is ${outcome} here, and upload ${upload.serial} is ${upload.charged ? '' : 'not '}charged`);
}

function tally(round: Round, charges: readonly Charge[], tellsBalance: boolean): void {
  const count = (label: string, of: (charge: Charge) => boolean) => round.count(label, charges.filter(of).length);
  count('requests in the ledger', () => true);
  count('left uncertain', ({ outcome }) => outcome === 'uncertain');
  if (tellsBalance) count('left uncertain with a balance', ({ outcome }) => outcome === 'uncertain');
}
