/**
 * `--estimate`: the cost of a command. The command runs in a temporary copy of the database, and nothing is sent, so
 * it knows which requests have been paid already.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { creditsMessage, type Estimate, estimateMessage } from '../../../contract/services/costs.ts';
import { estimatesFor } from '../../pipeline/spending/estimate.ts';
import { copyForDryRun } from '../../store/index.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import type { BatchTermOptions } from '../options/adding-options.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';
import { serviceNames } from '../session/service-profile.ts';
import type { PrepareCommand } from './prepared-command.ts';
import { startReport } from './run-report.ts';
import { currentStatus } from './standstill-reasons.ts';

type EstimateOptions = CommonOptions & Pick<BatchTermOptions, 'maxCredits'>;

export async function printEstimate(options: EstimateOptions, prepare: PrepareCommand): Promise<ExitCode> {
  const data = await mkdtemp(join(tmpdir(), 'burnish-estimate-'));
  try {
    await copyForDryRun(options.data, data);
    return await withSession({ ...options, data, studio: false }, (session) => printFrom(session, options, prepare), {
      role: 'command',
    });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function printFrom(session: Session, options: EstimateOptions, prepare: PrepareCommand): Promise<ExitCode> {
  const { store, app } = session;
  const jobs = new Set<number>();
  const reporter = startReport(store, true, jobs, (progress) => currentStatus(session, progress));
  const { add } = await prepare(session, reporter);
  const { refused } = await add((ids) => ids.forEach((id) => void jobs.add(id)));
  reporter.stop();
  const scope = { ids: [...jobs] };
  const workFolder = join(options.data, 'work');
  const estimates = await estimatesFor(scope, { ...store, workFolder }, app.core.services);
  const names = serviceNames(store);
  if (options.json) {
    printJson({ estimates: estimates.map((each) => estimateForJson(each, names)), refused: refused.length });
  } else {
    for (const { path, message } of refused) printMessage(msg('cli.refused', { path, message }));
    for (const each of estimates) {
      printMessage(estimateMessage(each, names.get(each.profileId) ?? each.profileId));
      if (each.balance === null) printMessage(msg('cli.costs.balanceUnknown'));
    }
    if (estimates.length > 0 && store.requestsLeft.hasConditional(scope)) printMessage(msg('app.mostCost'));
    printComparison(estimates, options, jobs.size);
  }
  // A path that was refused is not free of charge.
  return exitCodeFor(refused.length === 0);
}

/** Compares the estimate with the limit of the command, or states that it is free. */
function printComparison(estimates: readonly Estimate[], { maxCredits }: EstimateOptions, jobCount: number): void {
  const total = estimates.reduce((sum, { credits }) => sum + credits, 0);
  if (maxCredits !== undefined && total > maxCredits)
    printMessage(msg('cli.costs.most', { most: creditsMessage(maxCredits) }));
  if (estimates.length === 0 && jobCount > 0) printMessage(msg('cli.costs.free'));
}

function estimateForJson({ profileId, credits, unknown, ...rest }: Estimate, names: ReadonlyMap<string, string>) {
  const isUnknown = credits === 0 && unknown.length > 0;
  return { service: names.get(profileId) ?? profileId, ...rest, credits: isUnknown ? null : credits, unknown };
}
