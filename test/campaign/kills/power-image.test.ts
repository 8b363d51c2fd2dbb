/** Simulated power cuts keep synced changes, and any of the others. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { preloadArgs, preloadEnv } from '../runner/command.ts';
import type { Orders } from '../runner/preload.ts';
import { cutPower, readTree } from './power-image.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Changes files, some of them durably, and is killed. */
const program = (folder: string) => `
  import fs from 'node:fs';
  import { link, mkdir, open, rename, rm, unlink, writeFile } from 'node:fs/promises';
  import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
  process.chdir(${JSON.stringify(folder)});
  const at = (name) => ${JSON.stringify(`${folder}/`)} + name;
  const syncFolder = async (path) => { const handle = await open(path, 'r'); await handle.sync(); await handle.close(); };
  const db = new Database(at('burnish.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE t (n)');
  db.prepare('INSERT INTO t VALUES (1)').run();
  await mkdir(at('made'));
  await syncFolder(at(''));
  const synced = await open(at('made/synced.part'), 'wx');
  await synced.writeFile('text');
  await synced.sync();
  await synced.close();
  await rename(at('made/synced.part'), at('made/synced'));
  await syncFolder(at('made'));
  await writeFile(at('made/content'), 'text');
  await syncFolder(at('made'));
  const named = await open(at('made/name'), 'wx');
  await named.writeFile('text');
  await named.sync();
  await named.close();
  await link(at('made/synced'), at('second'));
  await unlink(at('old'));
  db.pragma('synchronous = NORMAL');
  db.prepare('INSERT INTO t VALUES (2)').run();
  process.kill(process.pid, 'SIGKILL');
`;

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'burnish-power-'));
  folders.push(root);
  const shadow = join(root, 'power');
  mkdirSync(shadow);
  writeFileSync(join(root, 'old'), 'old');
  return { root, order: { journal: join(shadow, 'journal'), shadow, database: join(root, 'burnish.db') } };
}

/** Returns the state of the disk after each of `count` power cuts. */
async function images(count: number) {
  const found = [];
  for (let seed = 0; seed < count; seed += 1) {
    const { root, order } = setUp();
    const before = await readTree(root, order);
    const orders: Orders = { clock: null, kill: null, journal: order };
    const { signal, stderr } = spawnSync(process.execPath, preloadArgs(program(root)), {
      env: preloadEnv(orders),
      encoding: 'utf8',
    });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    await cutPower({ order, root, before }, createSeededRandom(seed));
    const read = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : null);
    const db = new Database(order.database, { readonly: true });
    const rows = db.prepare('SELECT n FROM t ORDER BY n').pluck().all();
    db.close();
    found.push({
      ...{ synced: read('made/synced'), part: read('made/synced.part'), content: read('made/content') },
      ...{ name: read('made/name'), second: read('second'), old: read('old'), rows },
    });
  }
  return found;
}

describe('a power cut', () => {
  it('keeps all synced changes, and any of the others', async () => {
    const all = await images(10);
    for (const image of all) {
      expect(image).toMatchObject({ synced: 'text', part: null });
      expect(image.content).not.toBeNull();
      expect([null, 'text']).toContain(image.name);
      expect([null, 'text']).toContain(image.second);
      expect([null, 'old']).toContain(image.old);
      expect([[1], [1, 2]]).toContainEqual(image.rows);
    }
    const values = (of: (image: (typeof all)[number]) => unknown) => new Set(all.map((image) => String(of(image))));
    expect(values(({ content }) => content).size).toBeGreaterThan(1);
    expect(values(({ name }) => name).size).toBe(2);
    expect(values(({ old }) => old).size).toBe(2);
    expect(values(({ rows }) => rows).size).toBe(2);
  });
});
