/** Delay until another station has the jobs of a killed one. */
import type { SharedItem } from '../../../../main/studio/queue/queue-types.ts';
import { compare, type Reading } from '../readings.ts';
import type { StudioScene } from './scene.ts';

/** Goal as a multiple of the lease: 70 s for the default of 40 s. */
const maxRatio = 70 / 40;

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
  // The station to kill claims all jobs while the others are draining.
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
    if (Date.now() > end) throw new Error('No station took them over.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [taken] = await stage.rows<{ first: number; last: number }>(
    `SELECT extract(epoch FROM min(taken_at) - $2)::float8 AS first, extract(epoch FROM max(taken_at) - $2)::float8 AS last
     FROM burnish.jobs WHERE id = ANY($1::bigint[])`,
    [ids, moment?.at],
  );
  const doubts = await scene.count('uncertain');
  const [ours, peer] = [taken?.last ?? Number.NaN, leaseMs / 1000];
  const first = (taken?.first ?? Number.NaN).toFixed(1);
  const jobs = `${ids.length} jobs that were not sent, from SIGKILL until the last was taken, the first after ${first} s`;
  const lease = 'beside the lease, which counts from when it was last heard';
  const note = `${jobs}; ${lease}; ${doubts} were being sent, and wait for a word`;
  return compare('taken over', 's', [ours, peer], { atMost: maxRatio }, note);
}
