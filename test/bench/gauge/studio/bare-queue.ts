/** Throughput of the shared queue: stations in one process that make each request of a photograph without any work. */
import type { ClaimedJob } from '../../../../main/studio/queue/queue-types.ts';
import { missingPhotographs, sha256 } from '../scene.ts';
import { processorOf } from './processor.ts';
import { type BareStation, lanesEach, type StudioScene } from './scene.ts';

export interface Borne {
  readonly rate: number;
  /** Offers per second, a hundred at a time. */
  readonly offered: number;
  /** ms of processor per job: in the stations, in PostgreSQL. */
  readonly asking: number;
  readonly database: number;
}

/** @param first number of the first job; the jobs before it exist */
export async function bearJobs(scene: StudioScene, stations: number, first: number, count: number): Promise<Borne> {
  const open = await Promise.all(Array.from({ length: stations }, (_, index) => scene.bareStation(`bare ${index}`)));
  try {
    await scene.holdBack(true);
    for (const station of open) await beat(scene, station, []);
    const items = await scene.itemsOf(gaugePhotographs(scene, first, count));
    const offerBegan = performance.now();
    await scene.offer(items);
    const offered = count / ((performance.now() - offerBegan) / 1000);
    await scene.holdBack(false);
    const before = { asking: process.cpuUsage(), database: processorOf(scene.postgres.pid ?? 0) };
    const began = performance.now();
    let left = count;
    await Promise.all(
      open.map(async (station) => {
        const taking = () => station.work.claim(new Map([[scene.service.id, 2 * lanesEach + 2]]));
        for (let taken = await taking(); taken.length > 0 && left > 0; taken = await taking()) {
          await Promise.all(taken.map((job) => performJob(station, job)));
          left -= taken.length;
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    if (left > 0) throw new Error(`${left} jobs were not taken.`);
    const { user, system } = process.cpuUsage(before.asking);
    const database = processorOf(scene.postgres.pid ?? 0) - before.database;
    const asking = (user + system) / 1000 / count;
    return { rate: count / seconds, offered, asking, database: (database / count) * 1000 };
  } finally {
    for (const station of open) {
      await station.work.leave();
      await station.close();
    }
  }
}

/** Makes the requests of a station for one photograph. @param served resolves when the service responds */
export async function performJob(
  { work }: BareStation,
  taken: ClaimedJob,
  served: () => Promise<unknown> = async () => {},
): Promise<void> {
  const permission = await work.requestSend(taken, 0);
  if (permission.kind !== 'go') throw new Error(`The studio says “${permission.kind}”.`);
  await served();
  await work.recordAttempt(taken, 0, 'answered', null);
  if (!(await work.isOwn(taken, 'placing'))) throw new Error('It is another station’s.');
  const name = `out/${taken.item.path}`;
  await work.reserve(taken, { share: taken.item.share, pathKey: name }, sha256(name));
  const file = { share: taken.item.share, path: name, width: 960, height: 960, bytes: 150_000, hash: null };
  if (!(await work.settle(taken, { state: 'done', error: null, results: [{ element: '', output: 0, ...file }] })))
    throw new Error('It is another station’s.');
}

export async function beat(
  { service }: StudioScene,
  { id, work }: BareStation,
  held: readonly ClaimedJob[],
): Promise<void> {
  const capabilities = [`service:${service.id}`, 'share:photos', 'operation:face-beauty-pro'];
  await work.sendHeartbeat(
    { id, name: id, program: 'gauge', capabilities, works: true, person: '', isDesk: false },
    held,
    [service],
  );
}

export const gaugePhotographs = ({ folder }: StudioScene, first: number, count: number) =>
  missingPhotographs(folder, first, count, 960, 150_000);
