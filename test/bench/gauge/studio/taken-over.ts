/** How long the jobs of a station that was killed wait until another one has them. */
import type { SharedItem } from '../../../../main/studio/queue/queue-types.ts';
import type { Reading } from '../reading.ts';
import type { StudioScene } from './scene.ts';

/** Within this share of the lease a dead station is to be found: 70 s of the 40 that a studio has unless it is told otherwise. */
const within = 70 / 40;

/** @param leaseMs how long a station may be silent */
export async function measureTakenOver(
  scene: StudioScene,
  items: readonly SharedItem[],
  leaseMs: number,
): Promise<Reading> {
  const { stage } = scene;
  const killed = scene.worker('killed');
  await stage.eventually(
    async () => (await stage.rows(`SELECT FROM burnish.stations WHERE name = 'killed' AND works`)).length > 0,
  );
  // All of them are its own, and the others are there for them afterwards.
  const setOthersDraining = (drain: boolean) =>
    stage.rows(`UPDATE burnish.stations SET draining = $1 WHERE name <> 'killed'`, [drain]);
  await setOthersDraining(true);
  await scene.offer(items);
  const unsent = () =>
    stage.rows<{ id: string }>(
      `SELECT j.id FROM burnish.jobs j JOIN burnish.stations s ON s.id = j.station WHERE s.name = 'killed'
         AND NOT EXISTS (SELECT FROM burnish.attempts a WHERE a.job = j.id)`,
    );
  const isSending = async () =>
    (
      await stage.rows(
        `SELECT FROM burnish.attempts a JOIN burnish.stations s ON s.id = a.station WHERE s.name = 'killed' AND a.state = 'sending'`,
      )
    ).length > 0;
  await stage.eventually(async () => (await isSending()) && (await unsent()).length >= 2);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [moment] = await stage.rows<{ at: Date }>('SELECT clock_timestamp() AS at');
  const ids = (await unsent()).map(({ id }) => id);
  await setOthersDraining(false);
  const end = Date.now() + 3 * leaseMs + 20_000;
  while ((await scene.count('queued', 'taken')) > 0) {
    if (Date.now() > end) throw new Error('Nobody took them up.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [taken] = await stage.rows<{ first: number; last: number }>(
    `SELECT extract(epoch FROM min(taken_at) - $2)::float8 AS first, extract(epoch FROM max(taken_at) - $2)::float8 AS last
     FROM burnish.jobs WHERE id = ANY($1::bigint[])`,
    [ids, moment?.at],
  );
  const doubts = await scene.count('uncertain');
  const [ours, peer] = [taken?.last ?? Number.NaN, leaseMs / 1000];
  return {
    ...{ figure: 'taken over', unit: 's', ours, peer, ratio: ours / peer, goal: { atMost: within } },
    note: `${ids.length} jobs that were not sent, from SIGKILL until the last was taken, the first after ${(taken?.first ?? Number.NaN).toFixed(1)} s; beside the lease, which counts from when it was last heard; ${doubts} were being sent, and wait for a word`,
  };
}
