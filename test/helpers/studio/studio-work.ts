/** The shared queue in one process: queries of several stations to a real database, without stations. */
import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { NewJob, Store } from '../../../main/store/index.ts';
import { openDatabase } from '../../../main/studio/connection/open-database.ts';
import type { StudioDatabase } from '../../../main/studio/connection/studio-database.ts';
import { makeStudio } from '../../../main/studio/database/schema.ts';
import { createTickets, type Tickets } from '../../../main/studio/database/tickets.ts';
import { createOverview, type Overview } from '../../../main/studio/overview/overview.ts';
import type {
  ClaimedJob,
  FencedJob,
  Heartbeat,
  SharedItem,
  SharedService,
  SharedWork,
} from '../../../main/studio/queue/queue-types.ts';
import { createStudioQueue } from '../../../main/studio/queue/studio-queue.ts';
import type { TestPostgres } from './postgres.ts';

export interface WorkStation {
  readonly id: string;
  readonly name: string;
  readonly work: SharedWork;
  readonly overview: Overview;
  readonly database: StudioDatabase;
  /** Claims one job; fails if there is none. */
  claimOne(): Promise<ClaimedJob>;
  /** Sends a heartbeat with all capabilities by default, and the held jobs. */
  beat(held?: readonly FencedJob[], able?: readonly string[]): Promise<Heartbeat>;
}

export interface WorkStage {
  readonly service: SharedService;
  station(name: string): Promise<WorkStation>;
  item(name: string, more?: Partial<SharedItem>): SharedItem;
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Adds a claimed job to the store of its station, and returns its id there. */
export function addClaimedJob(store: Store, claimed: FencedJob, job: Partial<NewJob> & Pick<NewJob, 'recipe'>): number {
  const place = { sourcePath: '/a.jpg', relativeFolder: '', outputFolder: '/out', profileId: null };
  const content = { contentHash: hashOf('a'), bytes: 1, width: 1, height: 1 };
  const batch = { title: 'Batch', origin: 'command', folderId: null } as const;
  const [id = 0] = store.jobs.add(batch, [{ ...place, ...content, ...job }]).jobIds;
  store.shared.bind(id, { sharedId: claimed.id, fence: claimed.fence, counter: null });
  return id;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function openWorkStage(postgres: TestPostgres): Promise<WorkStage> {
  const { url } = await postgres.newDatabase();
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  const databases: StudioDatabase[] = [];
  const opened: Tickets[] = [];
  const connect = () => {
    const database = openDatabase({ connectionString: url });
    databases.push(database);
    return database;
  };
  await makeStudio(connect());
  const service: SharedService = { id: 'at-1', name: 'Charging', address: '', charges: true, cap: 7 };
  const able = ['service:at-1', 'share:photos', 'operation:face-beauty-pro'];
  const batch = { key: randomUUID(), title: 'Batch' };
  return {
    service,
    async station(name) {
      const database = connect();
      const id = randomUUID();
      const tickets = createTickets(database);
      opened.push(tickets);
      const work = createStudioQueue(database, tickets, id);
      const facts = { id, name, program: '1', works: true, person: '', isDesk: false };
      const station: WorkStation = {
        ...{ id, name, work, database, overview: createOverview(database, tickets, id) },
        async claimOne() {
          const [job] = await work.claim(new Map([[service.id, 1]]));
          if (job === undefined) throw new Error('There was no job to claim.');
          return job;
        },
        beat: (held = [], can = able) => work.sendHeartbeat({ ...facts, capabilities: can }, held, [service]),
      };
      await station.beat();
      return station;
    },
    item: (name, more = {}) => ({
      ...{ batch, share: 'photos', path: `in/${name}.jpg`, relativeFolder: '', outputFolder: 'share://photos/out' },
      recipe: { id: 'recipe', steps: [{ operation: 'face-beauty-pro' }] },
      ...{ contentHash: hashOf(name), pictureHash: null, workHash: hashOf('work'), recipeHash: hashOf('recipe') },
      ...{
        bytes: 1,
        width: 1,
        height: 1,
        origin: 'command',
        priority: 0,
        problem: null,
        takenAt: null,
        decision: null,
      },
      ...{ service, needs: able, known: 'go-on' },
      ...more,
    }),
    rows: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query(sql, [...values])).rows as Row[],
    async close() {
      for (const tickets of opened) await tickets.close();
      for (const database of databases) await database.close();
      await pool.end();
    },
  };
}
