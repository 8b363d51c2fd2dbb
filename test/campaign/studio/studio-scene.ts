/** The scene of a studio round: PostgreSQL, a share under two mount points, photographs, and stations. */
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../main/studio/connection/open-database.ts';
import { makeStudio } from '../../../main/studio/database/schema.ts';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { type FreezableConnection, openFreezableConnection } from '../../helpers/studio/freezable-connection.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../helpers/studio/postgres.ts';
import { marked } from '../runner/mark.ts';
import { createRecipe, furnish, recipes } from '../runner/scene.ts';
import type { LedgerService } from '../service/ledger-service.ts';
import { Station, type StationHooks } from './stations.ts';

/** Recipes: direct, as a task, and in two steps. */
export const kinds = { direct: 'retouched', tasks: 'skin', steps: 'retouched-cutout' } as const;
export type Kind = keyof typeof kinds;

export interface SharedPhotograph {
  /** Path below the share. */
  readonly path: string;
  readonly kind: Kind;
  /** Number in its mark, equal for copies. */
  readonly content: number;
}

export interface StudioSize {
  readonly workers: number;
  readonly photographs: number;
  /** Interval of heartbeats, and the lease, in ms. */
  readonly beat: number;
  readonly lease: number;
}

export interface StudioScene {
  readonly root: string;
  readonly postgres: TestPostgres;
  readonly database: TestDatabase;
  readonly mounts: readonly [string, string];
  readonly photographs: readonly SharedPhotograph[];
  /** Minimum number of uploads. */
  readonly requests: number;
  /** Workers, watchers and desks. */
  readonly stations: readonly Station[];
  /** Moves the remaining photographs into the watched folder. */
  drop(): Promise<void>;
  /** Options of a command outside the stations. */
  readonly asking: readonly string[];
  /** Queries the database. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(keepsFolder: boolean): Promise<void>;
}

const watched = 'in/watched';
const twoHoursMs = 2 * 3600_000;

export async function setStudio(
  service: LedgerService,
  chance: SeededRandom,
  { workers, photographs: count, beat, lease }: StudioSize,
  hooks: StationHooks,
): Promise<StudioScene> {
  const root = await mkdtemp(join(tmpdir(), 'burnish-campaign-studio-'));
  const postgres = await startPostgres();
  const database = await postgres.newDatabase();
  await makeTables(database);
  const rows: StudioScene['rows'] = async (sql, values = []) => (await postgres.query(sql, values, database)).rows;
  await rows('UPDATE burnish.studio SET beat_ms = $1, lease_ms = $2', [beat, lease]);
  const mounts = [join(root, 'one'), join(root, 'two')] as const;
  await mkdir(join(mounts[0], 'out'), { recursive: true });
  await symlink(mounts[0], mounts[1]);
  const passwordFile = join(root, 'password');
  await writeFile(passwordFile, `${postgres.password}\n`, { mode: 0o600 });
  const { photographs, drop } = await takeAll(mounts[0], chance.derive('photographs'), count);
  const lines: FreezableConnection[] = [];
  const asking = ['--studio', database.address, '--password-file', passwordFile];

  /** Varies the mount point, the clock and the connection to the database. */
  async function station(name: string, nth: number, words: (mount: string) => readonly string[]): Promise<Station> {
    const mount = mounts[nth % 2] ?? mounts[0];
    const line = nth % 2 === 0 ? await openFreezableConnection(postgres.port) : null;
    if (line !== null) lines.push(line);
    const url = new URL(database.address);
    url.port = String(line?.port ?? postgres.port);
    const own = ['--name', name, '--share', `photos=${mount}`, '--data', join(root, `data ${name}`)];
    const all = [...words(mount), '--studio', url.href, '--password-file', passwordFile, ...own];
    return new Station({ name, words: all, clockOffset: [0, twoHoursMs, -twoHoursMs][nth % 3] ?? 0, line }, hooks);
  }

  const withKey = ['--service', service.baseUrl, '--key-env', 'CAMPAIGN_KEY'];
  const stations: Station[] = [];
  for (let nth = 0; nth < workers; nth += 1)
    stations.push(await station(`worker ${nth + 1}`, nth, () => ['worker', ...withKey, '--lanes', '3']));
  for (let nth = 0; nth < 2; nth += 1)
    stations.push(
      await station(`watcher ${nth + 1}`, nth, (mount) => {
        const words = ['watch', join(mount, watched), '--recipe', 'face-beauty-pro', '--polling'];
        return [...words, '--out', join(mount, 'out'), ...withKey];
      }),
    );
  for (const [nth, kind] of (Object.keys(kinds) as Kind[]).entries()) {
    const name = `desk ${kind}`;
    const recipe = createRecipe(`campaign-${kind}`, kind, recipes[kinds[kind]], { output: {} });
    furnish(join(root, `data ${name}`), recipe, service.baseUrl, join(mounts[0], 'out'));
    stations.push(
      await station(name, nth + 1, (mount) => {
        const words = ['run', join(mount, 'in', kind), '--recipe', kind, '--out', join(mount, 'out')];
        return [...words, '--service', service.baseUrl];
      }),
    );
  }
  return {
    ...{ root, postgres, database, mounts, photographs, stations, drop, asking, rows },
    requests: new Set(photographs.map(({ content }) => content)).size + countOf(photographs, 'steps'),
    async close(keepsFolder) {
      for (const each of stations) await each.kill();
      for (const line of lines) await line.close();
      await postgres.close();
      if (!keepsFolder) await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const countOf = (photographs: readonly SharedPhotograph[], kind: Kind) =>
  new Set(photographs.filter((each) => each.kind === kind).map(({ content }) => content)).size;

export async function makeTables({ url }: TestDatabase): Promise<void> {
  const database = openDatabase({ connectionString: url });
  try {
    await makeStudio(database);
  } finally {
    await database.close();
  }
}

/** Writes the photographs: a sixth into the watched folder, half of these later; a twentieth of the others are copies. */
async function takeAll(share: string, chance: SeededRandom, count: number) {
  const photographs: SharedPhotograph[] = [];
  const later: string[] = [];
  for (const kind of Object.keys(kinds)) await mkdir(join(share, 'in', kind), { recursive: true });
  for (const folder of [watched, 'later']) await mkdir(join(share, folder), { recursive: true });
  for (let number = 1; number <= count; number += 1) {
    const isWatched = number % 6 === 0;
    const kind = isWatched ? 'direct' : chance.pick(['direct', 'direct', 'tasks', 'steps'] as const);
    const folder = isWatched ? watched : `in/${kind}`;
    const model = isWatched ? undefined : photographs.find((each) => each.path.startsWith(`${folder}/`));
    const content = model !== undefined && chance.chance(0.05) ? model.content : number;
    const path = `${folder}/photograph ${number}.jpg`;
    const isLater = isWatched && number % 12 === 0;
    if (isLater) later.push(path);
    await write(join(share, isLater ? path.replace(watched, 'later') : path), content);
    photographs.push({ path, kind, content });
  }
  const drop = async () => {
    for (const path of later.splice(0)) await rename(join(share, path.replace(watched, 'later')), join(share, path));
  };
  return { photographs, drop };
}

async function write(path: string, content: number): Promise<void> {
  const mark = { photograph: content, operation: 0, element: 0, serial: 0 };
  await writeFile(path, await marked(mark).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer());
}
