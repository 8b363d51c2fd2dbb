/** A studio for the gauge: a PostgreSQL with durable commits, a share with photographs, and stations as separate programs. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { serviceIdOf } from '../../../../main/service/requests/address.ts';
import { connectionOptions, readAddress } from '../../../../main/studio/connection/database-address.ts';
import { openDatabase } from '../../../../main/studio/connection/open-database.ts';
import type { StudioDatabase } from '../../../../main/studio/connection/studio-database.ts';
import { createTickets } from '../../../../main/studio/database/tickets.ts';
import { toSharedItem } from '../../../../main/studio/dispatch/convert-jobs.ts';
import { wakeChannel } from '../../../../main/studio/queue/dispatch-tickets.ts';
import type { SharedItem, SharedService, SharedWork } from '../../../../main/studio/queue/queue-types.ts';
import { createStudioQueue } from '../../../../main/studio/queue/studio-queue.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import type { Command } from '../../../helpers/command/command-line.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage, type StudioStage } from '../../../helpers/studio/studio-stage.ts';
import { gaugeRecipe, type Photograph } from '../scene.ts';
import { openWire, type Wire } from './wire.ts';

/** A station of this process, without pictures. */
export interface BareStation {
  readonly id: string;
  readonly work: SharedWork;
  readonly database: StudioDatabase;
  close(): Promise<void>;
}

export interface StudioScene {
  readonly postgres: TestPostgres;
  readonly stage: StudioStage;
  /** Proxy between the programs and the database. */
  readonly wire: Wire;
  readonly service: SharedService;
  readonly folder: string;
  /** @param overWire counts its requests */
  bareStation(name: string, overWire?: boolean): Promise<BareStation>;
  /** Starts a station with two lanes. */
  worker(name: string): Command;
  itemsOf(photographs: readonly Photograph[]): Promise<SharedItem[]>;
  /** Offers items, a hundred at a time like a station. */
  offer(items: readonly SharedItem[]): Promise<void>;
  /** Stops dispatch while `on`. */
  holdBack(on: boolean): Promise<void>;
  count(...states: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

export const lanesEach = 2;

/** @param lease interval and timeout of heartbeats in ms */
export async function openStudioScene(
  baseUrl: string,
  lease: { readonly beat: number; readonly lease: number },
): Promise<StudioScene> {
  const postgres = await startPostgres({ durable: true });
  const wire = await openWire(postgres.port);
  let url = '';
  const newDatabase: TestPostgres['newDatabase'] = async () => {
    const made = await postgres.newDatabase();
    ({ url } = made);
    const address = new URL(made.address);
    address.port = String(wire.port);
    return { address: address.href, url };
  };
  const stage = await openStudioStage({ ...postgres, newDatabase }, lease);
  const shares = openShares([{ name: 'photos', folder: stage.mounts[0] }]);
  const service = { id: serviceIdOf(baseUrl), name: 'Gauge', address: baseUrl, charges: true, cap: 1000 };
  const stations: BareStation[] = [];

  async function bareStation(name: string, overWire = false): Promise<BareStation> {
    const address = new URL(url);
    const { password } = address;
    address.password = '';
    if (overWire) address.port = String(wire.port);
    const database = openDatabase(connectionOptions(readAddress(address.href), { password }));
    const tickets = createTickets(database);
    const id = randomUUID();
    const work = createStudioQueue(database, tickets, id);
    await work.register({ id, name, program: 'gauge', person: '' });
    const close = async () => {
      await tickets.close();
      await database.close();
    };
    stations.push({ id, work, database, close });
    return stations.at(-1)!;
  }

  const desk = await bareStation('desk');
  // Reports of an offline station have no effect.
  await stage.rows(`UPDATE burnish.stations SET heard_at = 'infinity' WHERE id = $1`, [desk.id]);
  return {
    postgres,
    stage,
    wire,
    service,
    bareStation,
    folder: join(stage.mounts[0], 'in'),
    worker(name) {
      const words = ['worker', '--service', baseUrl, '--key-env', 'KEY', '--lanes', String(lanesEach)];
      return stage.station(name, words, { env: { KEY: 'key-of-the-gauge' } });
    },
    async itemsOf(photographs) {
      const batch = { key: randomUUID(), title: 'Gauge' };
      const terms = { batch, origin: 'command', known: 'pass', service } as const;
      const target = { relativeFolder: '', outputFolder: join(stage.mounts[0], 'out') };
      const items = photographs.map(({ path, hash, ...size }) => {
        const job = {
          ...target,
          ...size,
          sourcePath: path,
          contentHash: hash,
          recipe: gaugeRecipe,
          profileId: 'gauge',
        };
        return toSharedItem(job, terms, shares);
      });
      return (await Promise.all(items)).filter((item) => item !== null);
    },
    async offer(items) {
      for (let from = 0; from < items.length; from += 100) await desk.work.offer(items.slice(from, from + 100));
    },
    async holdBack(on) {
      const stopped = { service: service.id, condition: 'stopped', message: 'Gauge', forMs: null } as const;
      await desk.work.reportConditions(on ? [stopped] : []);
      if (!on) await stage.rows(`SELECT pg_notify($1, '')`, [wakeChannel]);
    },
    async count(...states) {
      const [row] = await stage.rows<{ count: number }>(
        'SELECT count(*)::integer AS count FROM burnish.jobs WHERE state = ANY($1::text[])',
        [states],
      );
      return row?.count ?? 0;
    },
    async close() {
      for (const station of stations) await station.close();
      await stage.close();
      await wire.close();
      await postgres.close();
    },
  };
}
