/** Removes folders under a running command. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf, outcomesOf } from '../files/outcomes.ts';
import { type Round, runWords, settleAndCheck } from '../runner/round.ts';
import { hasEnded, until } from './disk-troubles.ts';

const env = { BURNISH_LOG: '' };
const limitMs = 120_000;

/** Removes a card for a while: unread photographs fail, and the same command finishes them later. */
export async function removePhotographs(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const away = join(scene.root, 'card in a pocket');
  const uploads = chance.below(scene.photographs.length);
  const running = round.start([...runWords(round), '--json'], { limitMs, env });
  await until(running, () => service.ledger.last >= uploads, limitMs);
  await rename(scene.source, away);
  const ended = round.check(await running.ended);
  await rename(away, scene.source);
  const paths = scene.photographs.map(({ path }) => path);
  for (const [path, { outcome, message }] of outcomesOf(paths, [ended])) {
    round.count(`photographs away: ${outcome}`);
    if (outcome === 'open') round.violate('stuck', `${path}: ${message}`);
    const fault = message === null ? null : faultOf(message);
    if (fault !== null) round.violate('no sentence', `${path} ${fault}: ${message}`);
  }
  await settleAndCheck(round, runWords(round));
}

/** Removes a watched folder for a while: it is reported, and watched again later. */
export async function removeWatchFolder(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const away = join(scene.root, 'share that is off');
  const running = round.start(['watch', ...runWords(round).slice(1), '--json'], { limitMs, env });
  const { text } = running;
  const doneCount = () => text.out.split('\n').filter((line) => line.includes('"state":"done"')).length;
  const uploads = chance.below(scene.photographs.length);
  await until(running, () => service.ledger.last >= uploads && /Watching/.test(text.err), limitMs);
  await rename(scene.source, away);
  const isReported = await until(running, () => /is currently missing/.test(text.err), 60_000);
  if (!isReported) round.violate('unsaid', 'the watched folder is away');
  await rename(away, scene.source);
  await until(running, () => doneCount() >= scene.photographs.length, 30_000);
  if (hasEnded(running)) round.violate('failed', `watching ended: ${text.err.slice(-300)}`);
  const left = scene.photographs.length - doneCount();
  round.count('finished while watching', doneCount());
  running.interrupt();
  round.check(await running.ended);
  if (left > 0) round.log.push(`${left} were left to the command after it`);
  await settleAndCheck(round, runWords(round));
}

/** Deletes the data folder: the command reports it and ends. */
export async function removeDataFolder(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const running = round.start(runWords(round), { limitMs: 60_000, env });
  const uploads = chance.below(scene.photographs.length - 1);
  await until(running, () => service.ledger.last >= uploads, 60_000);
  // Renamed first, because the command could add files during the removal.
  const gone = join(scene.root, 'gone');
  await rename(scene.data, gone);
  await rm(gone, { recursive: true, force: true, maxRetries: 5 });
  const sent = service.ledger.last;
  const { code, err } = round.check(await running.ended);
  if (code === 0 && service.ledger.last > sent) round.log.push(`went on with ${service.ledger.last - sent} more`);
  if (code !== 0 && !/data folder/i.test(err)) round.violate('unsaid', `the data folder is gone: ${err.slice(-400)}`);
  if (/\n\s+at |Error:|SQLITE/.test(err)) round.violate('no sentence', err.slice(-400));
}
