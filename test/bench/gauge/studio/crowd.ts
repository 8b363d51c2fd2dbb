/** Duration of each request of a station with many queued and many finished jobs. */
import type { ClaimedJob } from '../../../../main/studio/queue/queue-types.ts';
import { quantile } from '../../shared/statistics.ts';
import { compare, type Reading } from '../readings.ts';
import { beat, gaugePhotographs } from './bare-queue.ts';
import type { BareStation, StudioScene } from './scene.ts';

const times = 15;

/** @param crowd count of queued jobs, and of finished ones @param first number of the first photograph; those before it exist */
export async function measureCrowd(scene: StudioScene, crowd: number, first: number): Promise<Reading[]> {
  const station = await scene.bareStation('crowd');
  try {
    await beat(scene, station, []);
    const alone = await questions(scene, station, first);
    await addJobs(scene, crowd, 'queued');
    await addJobs(scene, crowd, 'done');
    const withCrowd = await questions(scene, station, first + times);
    const note = `the median of ${times}, beside ${crowd} queued and ${crowd} done, and without`;
    return [...withCrowd].map(([name, ours]) =>
      compare(`crowd, ${name}`, 'ms', [ours, alone.get(name) ?? Number.NaN], null, note),
    );
  } finally {
    await station.work.leave();
    await station.close();
  }
}

async function questions(scene: StudioScene, station: BareStation, first: number): Promise<Map<string, number>> {
  const taken: ClaimedJob[] = [];
  const items = await scene.itemsOf(gaugePhotographs(scene, first, times));
  const next = items.values();
  return new Map([
    ['offer', await median(() => scene.offer([next.next().value ?? items[0]!]))],
    [
      'take',
      await median(async () => {
        taken.push(...(await station.work.claim(new Map([[scene.service.id, 1]]))));
      }),
    ],
    ['leave to send', await median(() => station.work.requestSend(taken[0]!, 0))],
    ['end', await median(() => station.work.settle(taken.pop()!, { state: 'done', error: null, results: [] }))],
    ['beat', await median(() => beat(scene, station, taken))],
    ['putting in order', await median(() => station.work.recoverLostJobs())],
    [
      'tickets',
      await median(
        () => station.work.recoverLostJobs(),
        () => scene.stage.rows(`UPDATE burnish.studio SET tickets_seen_at = '-infinity'`),
      ),
    ],
  ]);
}

async function median(act: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  while (durations.length < times) {
    await before?.();
    const startTime = performance.now();
    await act();
    durations.push(performance.now() - startTime);
  }
  return quantile(durations, 0.5);
}

/** Copies a job and its ticket with SQL, because the queue would take too long. */
async function addJobs({ stage }: StudioScene, count: number, state: 'queued' | 'done'): Promise<void> {
  await stage.rows(
    `INSERT INTO burnish.jobs (batch, counter, share, path, relative_folder, content_hash, work_hash, recipe_hash, item, recipe, service, queue,
       origin, priority, state, ticket, finished_at, done_by)
     SELECT j.batch, n, j.share, 'crowd/' || n || $1::text, '', md5(n || $1) || md5(n || $1), j.work_hash, j.recipe_hash, j.item, j.recipe, j.service,
       j.queue, j.origin, 0, $1, CASE $1 WHEN 'queued' THEN gen_random_uuid() END, CASE $1 WHEN 'done' THEN now() END,
       CASE $1 WHEN 'done' THEN j.done_by END
     FROM (SELECT * FROM burnish.jobs WHERE state = 'done' ORDER BY id LIMIT 1) j,
       (SELECT generate_series(m, m + $2 - 1) AS n FROM (SELECT coalesce(max(id), 0) AS m FROM burnish.jobs) m) s`,
    [state, count],
  );
  if (state === 'queued')
    await stage.rows(
      `INSERT INTO pgboss.job_common (id, name, priority, policy, retry_limit, expire_seconds, keep_until, heartbeat_seconds)
       SELECT j.ticket, j.queue, 0, 'standard', 0, 60, now() + interval '365 days', 10 FROM burnish.jobs j
       WHERE j.state = 'queued' AND j.ticket IS NOT NULL
       ON CONFLICT DO NOTHING`,
    );
  await stage.rows('ANALYZE');
}
