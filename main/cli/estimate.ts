/**
 * `burnish run --estimate`: what the command would cost. It is done in a copy of the database that is thrown away, where nothing is
 * sent: so it finds what the command itself would find to be paid for already.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateWords } from '../../contract/costs.ts';
import { inWords } from '../../contract/in-words.ts';
import { say } from '../../contract/sentence.ts';
import { estimatesFor } from '../pipeline/spending/estimate.ts';
import { copyToTry, queueHolders } from '../store/index.ts';
import type { Prepare } from './prepare.ts';
import { printableJson, terminalLine } from './printable.ts';
import { startReport } from './report.ts';
import { type CommonOptions, type ExitCode, openSession, type Session, serviceNames } from './session.ts';
import { standingNow } from './standing.ts';

export async function estimate(options: CommonOptions, prepare: Prepare): Promise<ExitCode> {
  const data = await mkdtemp(join(tmpdir(), 'burnish-estimate-'));
  try {
    await copyToTry(options.data, data);
    const session = await openSession({ ...options, data, studio: false }, null, queueHolders.command);
    try {
      return await tell(session, options, prepare);
    } finally {
      await session.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

async function tell(session: Session, options: CommonOptions, prepare: Prepare): Promise<ExitCode> {
  const { store, app } = session;
  const own = new Set<number>();
  const reporter = startReport(store, true, own, (of) => standingNow(session, of));
  const prepared = await prepare(session, reporter);
  const take = 'take' in prepared ? prepared.take : prepared;
  const found = await take((ids) => ids.forEach((id) => void own.add(id)));
  reporter.stop();
  const kept = join(options.data, 'work');
  const estimates = await estimatesFor({ ids: [...own] }, { ...store, workFolder: kept }, app.core.services);
  const names = serviceNames(store);
  if (options.json) {
    const lines = estimates.map(({ profileId, ...rest }) => ({ service: names.get(profileId) ?? profileId, ...rest }));
    console.log(printableJson({ estimates: lines, photographs: own.size, refused: found.refused.length }));
    return 0;
  }
  for (const { path, message } of found.refused) console.log(terminalLine(say('cli.refused', { path, message })));
  for (const each of estimates)
    console.log(terminalLine(estimateWords(each, names.get(each.profileId) ?? each.profileId)));
  if (estimates.length === 0) console.log(inWords(say('cli.costs.free'), 'terminal'));
  return 0;
}
