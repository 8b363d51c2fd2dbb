import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkRound, type Round, runWords, settle } from '../runner/round.ts';
import { furnish } from '../runner/scene.ts';
import { damages } from './damage-kinds.ts';
import { until } from './disk-troubles.ts';

/** Damages the database between two runs of the same command. */
export async function damageDatabase(round: Round): Promise<void> {
  const { scene, service, chance } = round;
  const words = runWords(round);
  const uploads = chance.between(1, scene.photographs.length);
  const running = round.start(words);
  await until(running, () => service.ledger.last >= uploads, 60_000);
  running.kill();
  round.check(await running.ended);
  const file = join(scene.data, 'burnish.db');
  // A kill leaves the WAL.
  const possible = Object.keys(damages).filter((name) => damages[name]?.of === 'closed' || existsSync(`${file}-wal`));
  const kind = chance.pick(possible);
  round.log.push(kind);
  damages[kind]?.act(file, chance);
  round.count('places damaged');
  let { err } = await round.run(words);
  if (/\n\s+at |SQLITE_|Error:/.test(err)) round.violate('no sentence', err.slice(-600));
  const isRepaired = err.includes('has been repaired');
  const isLost = /could not be recovered|may be missing|may not be recognized/.test(err);
  round.count(isLost ? 'database: repaired in part' : isRepaired ? 'database: repaired' : 'database: unharmed');
  if (/There is no recipe|is neither the name of a service/.test(err)) {
    // The user was informed, and saves the recipe again.
    if (!isRepaired) round.violate('unsaid', `a recipe is gone: ${err.slice(-300)}`);
    furnish(scene.data, scene.recipe, service.baseUrl, scene.out);
    ({ err } = await round.run(words));
  }
  await settle(round, words);
  // The recorded names of half-written files may be lost.
  const otherResults = new Set(isRepaired ? await halfWritten(scene.out) : []);
  round.count('database: half-written files left', otherResults.size);
  // Photographs of lost jobs are sent again. No result may have the photograph's own pixels.
  await checkRound(round, { times: 1, maxTimes: isLost ? 2 : 1, otherResults, isLossReported: isLost });
}

async function halfWritten(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => basename(name).startsWith('.burnish-')).map((name) => join(folder, name));
}
