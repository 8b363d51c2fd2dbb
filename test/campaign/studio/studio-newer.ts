/** A station that is older than its studio's tables: it reports that in one message, and changes nothing. */
import { waitUntil } from '../../helpers/run/wait-until.ts';
import { startCommand } from '../runner/command.ts';
import type { StudioRound } from './studio.ts';
import { makeTables } from './studio-scene.ts';

/** Upgrades a separate studio while the station works, and starts the station again. */
export async function runWithNewerStudio({ scene, service, count, violate }: StudioRound): Promise<void> {
  const { postgres } = scene;
  const database = await postgres.newDatabase();
  await makeTables(database);
  const rows = async (sql: string) => (await postgres.query(sql, [], database)).rows;
  const work = ['worker', '--service', service.baseUrl, '--key-env', 'CAMPAIGN_KEY', '--name', 'old'];
  const place = ['--studio', database.address, ...scene.asking.slice(2), '--share', `photos=${scene.mounts[0]}`];
  const startWorker = () =>
    startCommand({
      words: [...work, ...place, '--data', `${scene.root}/data old`],
      key: 'none',
      clock: { epoch: Date.now(), speed: 1, offset: 0 },
      limitMs: 60_000,
      env: { BURNISH_LOG: '' },
    });
  const atWork = startWorker();
  const isAtWork = async () => (await rows('SELECT FROM burnish.stations WHERE works')).length > 0;
  await waitUntil(
    async () => (await isAtWork()) || atWork.child.exitCode !== null,
    'The old station does not begin to work.',
  );
  await rows('UPDATE burnish.studio SET version = 99, beat_ms = 300, lease_ms = 3000');
  const surprised = await atWork.ended;
  const before = JSON.stringify(await rows('SELECT * FROM burnish.stations'));
  const refused = await startWorker().ended;
  for (const { code, err } of [surprised, refused]) {
    count('old clients');
    const lines = err.split('\n').filter((line) => /newer/i.test(line));
    if (code !== 1 || lines.length !== 1) violate('unsaid', `an old client ended with ${code}, and said ${err}`);
  }
  if (JSON.stringify(await rows('SELECT * FROM burnish.stations')) !== before)
    violate('file changed', 'an old client changed the tables of a newer studio');
}
