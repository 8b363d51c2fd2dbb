/**
 * `burnish run --estimate`: what the command would cost. It is done in a copy of the database that is thrown away, where nothing is
 * sent: so it finds what the command itself would find to be paid for already.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { creditsMessage, estimateMessage } from '../../contract/services/costs.ts';
import { estimatesFor } from '../pipeline/spending/estimate.ts';
import { copyForDryRun, queueHolders } from '../store/index.ts';
import { type CommonOptions, type ExitCode, openSession, type Session, serviceNames } from './command-session.ts';
import type { BatchTermOptions, PrepareCommand } from './command-types.ts';
import { startReport } from './run-report.ts';
import { currentStatus } from './standstill-reasons.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export async function estimate(
  options: CommonOptions & Pick<BatchTermOptions, 'maxCredits'>,
  prepare: PrepareCommand,
): Promise<ExitCode> {
  const data = await mkdtemp(join(tmpdir(), 'burnish-estimate-'));
  try {
    await copyForDryRun(options.data, data);
    const session = await openSession({ ...options, data, studio: false }, null, queueHolders.command);
    try {
      return await printEstimate(session, options, prepare);
    } finally {
      await session.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function printEstimate(
  session: Session,
  options: Parameters<typeof estimate>[0],
  prepare: PrepareCommand,
): Promise<ExitCode> {
  const { store, app } = session;
  const { maxCredits } = options;
  const own = new Set<number>();
  const reporter = startReport(store, true, own, (progress) => currentStatus(session, progress));
  const prepared = await prepare(session, reporter);
  const take = 'take' in prepared ? prepared.take : prepared;
  const found = await take((ids) => ids.forEach((id) => void own.add(id)));
  reporter.stop();
  const kept = join(options.data, 'work');
  const estimates = await estimatesFor({ ids: [...own] }, { ...store, workFolder: kept }, app.core.services);
  const names = serviceNames(store);
  // What was named and led to nothing is not free.
  const code: ExitCode = found.refused.length > 0 ? 1 : 0;
  if (options.json) {
    const lines = estimates.map(({ profileId, credits, unknown, ...rest }) => ({
      service: names.get(profileId) ?? profileId,
      ...rest,
      credits: credits === 0 && unknown.length > 0 ? null : credits,
      unknown,
    }));
    console.log(escapeTerminalJson({ estimates: lines, refused: found.refused.length }));
    return code;
  }
  const print = (line: MessageDescriptor) => console.log(terminalLine(line));
  for (const { path, message } of found.refused) print(msg('cli.refused', { path, message }));
  for (const each of estimates) {
    print(estimateMessage(each, names.get(each.profileId) ?? each.profileId));
    if (each.balance === null) print(msg('cli.costs.balanceUnknown'));
  }
  if (estimates.length > 0 && store.requestsLeft.hasConditional({ ids: [...own] })) print(msg('app.mostCost'));
  const all = estimates.reduce((sum, { credits }) => sum + credits, 0);
  if (maxCredits !== undefined && all > maxCredits) print(msg('cli.costs.most', { most: creditsMessage(maxCredits) }));
  if (estimates.length === 0 && own.size > 0) print(msg('cli.costs.free'));
  return code;
}
