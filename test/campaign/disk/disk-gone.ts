/** Folders that go away under a command, and come back or do not. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOf, outcomesOf } from '../files/outcomes.ts';
import { checkRound, type Round, runWords, settle } from '../runner/round.ts';
import { hasEnded, until } from './disk-through.ts';

const env = { BURNISH_LOG: '' };
const limitMs = 120_000;

/** Their card was pulled out: what was not read yet cannot be; with the card back the same command finishes. */
export async function photographsGone(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const away = join(scene.root, 'card in a pocket');
  const words = [...runWords(round), '--json'];
  const meets = chance.below(scene.photographs.length);
  const running = round.start(words, { limitMs, env });
  await until(running, () => service.ledger.last >= meets, limitMs);
  await rename(scene.source, away);
  const ended = round.check(await running.ended);
  await rename(away, scene.source);
  const outcomes = outcomesOf(
    scene.photographs.map(({ path }) => path),
    [ended],
  );
  for (const [path, { outcome, message }] of outcomes) {
    round.count(`photographs away: ${outcome}`);
    if (outcome === 'open') round.violate('stuck', `${path}: ${message}`);
    const fault = message === null ? null : faultOf(message);
    if (fault !== null) round.violate('no sentence', `${path} ${fault}: ${message}`);
  }
  await settle(round, runWords(round));
  await checkRound(round, { times: 1 });
}

/** A watched folder that goes is said to be away, and goes on being watched when it is back. */
export async function watchFolderGone(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const away = join(scene.root, 'share that is off');
  const [, folder = '', ...rest] = runWords(round);
  const running = round.start(['watch', folder, ...rest, '--json'], { limitMs, env });
  const done = () => running.text.out.split('\n').filter((line) => line.includes('"state":"done"')).length;
  const meets = chance.below(scene.photographs.length);
  await until(running, () => service.ledger.last >= meets && /Watching/.test(running.text.err), limitMs);
  await rename(scene.source, away);
  const isReported = await until(running, () => /is currently missing/.test(running.text.err), 60_000);
  if (!isReported) round.violate('unsaid', 'the watched folder is away');
  await rename(away, scene.source);
  await until(running, () => done() >= scene.photographs.length, 30_000);
  if (hasEnded(running)) round.violate('failed', `watching ended: ${running.text.err.slice(-300)}`);
  const left = scene.photographs.length - done();
  round.count('finished while watching', done());
  running.interrupt();
  round.check(await running.ended);
  if (left > 0) round.log.push(`${left} were left to the command after it`);
  // What failed while the folder was away is tried again by the command.
  await settle(round, runWords(round));
  await checkRound(round, { times: 1 });
}

/** Nothing can be remembered any more: said at once, and over. */
export async function dataFolderGone(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const running = round.start(runWords(round), { limitMs: 60_000, env });
  const meets = chance.below(scene.photographs.length - 1);
  await until(running, () => service.ledger.last >= meets, 60_000);
  // In one stroke: removed file by file, it would be filled again meanwhile.
  const gone = join(scene.root, 'gone');
  await rename(scene.data, gone);
  await rm(gone, { recursive: true, force: true, maxRetries: 5 });
  const sent = service.ledger.last;
  const { code, err } = round.check(await running.ended);
  if (code === 0 && service.ledger.last > sent) round.log.push(`went on with ${service.ledger.last - sent} more`);
  if (code !== 0 && !/data folder/i.test(err)) round.violate('unsaid', `the data folder is gone: ${err.slice(-400)}`);
  if (/\n\s+at |Error:|SQLITE/.test(err)) round.violate('no sentence', err.slice(-400));
}
