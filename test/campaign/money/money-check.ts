/** Checks limits, tasks that were given up, and the program's ledger against the service's. */
import type { Charge } from '../../../contract/services/costs.ts';
import type { Round } from '../runner/round.ts';
import { withStore } from '../runner/scene.ts';
import type { Upload } from '../service/ledger.ts';
import { priceOf, type Terms } from './money-scenes.ts';

/** @param days days of the computer's clock on which commands ran; each has its own limit */
export function checkLimit(round: Round, { scene, cap, maxCredits }: Terms, days: ReadonlySet<string>): void {
  if (cap === null || scene === 'a limit from the second command on') return;
  const periods = {
    // A command that was killed while adding photographs leaves the rest to another batch with its own limit.
    batch: () => withStore(round.scene.data, ({ batches }) => batches.list().length),
    day: () => days.size,
    month: () => new Set([...days].map((day) => day.slice(0, day.lastIndexOf('-')))).size,
    balance: () => 1,
  }[cap]();
  checkSpent(round, round.service.ledger.listedSpent(), maxCredits * periods, cap);
}

/** @param since the serial after which uploads count; an upload under an earlier key counts as the earlier upload */
export function checkLimitOfCommand(round: Round, since: number, maxCredits: number): void {
  const isOfCommand = ({ serial, firstOfKey }: Upload) => (firstOfKey ?? serial) > since;
  checkSpent(round, round.service.ledger.listedSpent(isOfCommand), maxCredits, 'of one command');
}

function checkSpent(round: Round, spent: number, allowed: number, name: string): void {
  round.count('capped rounds');
  if (spent > allowed) round.violate('over the cap', `${spent} credits were spent of ${allowed} (${name})`);
}

/** Returns the photographs of all requests up to now, including those that a kill kept from arriving. */
export function requestedContents({ scene, service }: Round): Set<number> {
  const contentOf = new Map(scene.photographs.map(({ path, content }) => [path, content]));
  const recorded = withStore(scene.data, ({ ledger, jobs }) =>
    ledger.list().map(({ jobId }) => contentOf.get(jobs.get(jobId)?.sourcePath ?? '') ?? null),
  );
  const arrived = service.ledger.uploads.map(({ content }) => content);
  return new Set([...recorded, ...arrived].filter((content) => content !== null));
}

/** @param before photographs that were requested before the trial */
export function checkTrial(round: Round, before: ReadonlySet<number>, count: number): void {
  const { uploads } = round.service.ledger;
  const tried = new Set(uploads.flatMap(({ content }) => (content === null || before.has(content) ? [] : content)));
  round.count('trials');
  if (tried.size > count) round.violate('over the cap', `${tried.size} photographs were tried instead of ${count}`);
}

/** Finds jobs that are final or wait for a decision although the service has or will have the result of their task. */
export function checkTasks(round: Round): void {
  withStore(round.scene.data, ({ jobs, stepRuns }) => {
    for (const job of (['failed', 'uncertain', 'cancelled'] as const).flatMap((state) => jobs.inState(state))) {
      const { taskId = null } = stepRuns.get(job.id, job.step) ?? {};
      if (taskId === null || !round.service.holds(taskId)) continue;
      const state = `${job.sourcePath} is ${job.state} (${job.error?.code})`;
      round.violate('given up', `${state}, and the service has ${taskId}`);
    }
  });
}

/** Compares both ledgers by request and by photograph, in credits of the price list. */
export function checkLedger(round: Round, { tellsBalance }: Terms): void {
  const { scene, service } = round;
  withStore(round.scene.data, (store) => {
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
    const uncertainCount = charges.filter(({ outcome }) => outcome === 'uncertain').length;
    round.count('requests in the ledger', charges.length);
    round.count('left uncertain', uncertainCount);
    if (tellsBalance) round.count('left uncertain with a balance', uncertainCount);
  });
}

function checkRequest(round: Round, charge: Charge): void {
  const { id, operation, outcome, cost, reserved, knownBy, requestId, taskId } = charge;
  const { ledger } = round.service;
  const listed = priceOf(operation);
  const violate = (text: string) => round.violate('another bill', `row ${id} of ${operation}: ${text}`);
  if (reserved !== listed) violate(`${reserved} credits were reserved, and the price list has ${listed}`);
  if (knownBy === 'balance') violate(`it was settled by a balance, as ${outcome} for ${cost}`);
  const isTask = (upload: Upload) => taskId !== null && upload.task === taskId;
  const upload = ledger.uploads.find(isTask) ?? ledger.byRequestId.get(requestId ?? '');
  if (outcome === 'charged' && cost !== listed) violate(`it has cost ${cost}, and the price list has ${listed}`);
  if (upload === undefined || (outcome !== 'charged' && outcome !== 'not-charged')) return;
  round.count('requests compared');
  if (upload.charged !== (outcome === 'charged'))
    violate(`it is ${outcome} here, and upload ${upload.serial} is ${upload.charged ? '' : 'not '}charged`);
}
