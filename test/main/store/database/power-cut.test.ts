import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileSchema } from '../../../../contract/services/profile.ts';
import { readSyncedFrames } from '../../../../main/store/database/synced-frames.ts';
import { openStore } from '../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';
import { type PowerCut, recordPowerCuts, writeCrashImage } from '../../../helpers/store/power-cuts.ts';

interface Moment extends PowerCut {
  /** Rows after each commit that can be the last one; the first commit is synced. */
  readonly states: readonly string[];
}

let folder: string;
let moments: Moment[];
/** Copy of the files of the running database, all of it synced. */
let synced: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-cut-'));
  ({ moments, synced } = await work(join(folder, 'work')));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Works with a store as the queue does. */
async function work(inFolder: string): Promise<{ moments: Moment[]; synced: string }> {
  const store = openStore({ folder: inFolder });
  const recorder = recordPowerCuts(store.file);
  const states: string[] = [];
  const momentStates: string[][] = [];
  const addState = () => void states.push(rowsOf(copyOf(store.file)));
  const note = (name: string) => {
    recorder.note(name);
    momentStates.push([...states]);
  };
  /** Records the state after a commit that waits for the disk. */
  const noteSynced = () => {
    recorder.noteSynced();
    states.length = 0;
    addState();
  };
  const keepLog = (name: string) => {
    const before = recorder.moments.length;
    recorder.atEachSync(name, () => store.keepLog());
    addState();
    for (let index = before; index < recorder.moments.length; index += 1) momentStates.push([...states]);
    noteSynced();
  };
  const addJobs = (name: string, count: number) =>
    store.jobs.add(
      { title: name, origin: 'drop', folderId: null },
      Array.from({ length: count }, (_, index) =>
        paperJob(`${name}-${index}`, recipeOf('smart-beauty'), { profileId: 'dear' }),
      ),
    );
  const send = () => {
    const lease = store.moves.claim('dear');
    if (lease === null) throw new Error('There is no job.');
    addState();
    store.moves.move(lease, 'submitting');
    addState();
  };
  const profile = { id: 'dear', kind: 'remote', name: 'A service that charges', baseUrl: 'https://service.example' };
  store.profiles.save(profileSchema.parse(profile));
  noteSynced();

  addJobs('first', 20);
  noteSynced();
  keepLog('first mark');
  send();
  note('one job is sent');
  await store.onDisk();
  noteSynced();
  for (let count = 0; count < 5; count += 1) send();
  note('five more are sent');
  await store.onDisk();
  noteSynced();
  send();
  keepLog('second mark');
  note('the log restarted');
  send();
  send();
  note('the log has stale frames at its end');
  addJobs('second', 10);
  noteSynced();
  for (let count = 0; count < 4; count += 1) send();
  note('much is in the log, and not synced');
  await store.onDisk();
  noteSynced();
  const copy = copyOf(store.file);
  store.close();
  return {
    moments: recorder.moments.map((moment, index) => ({ ...moment, states: momentStates[index] ?? [] })),
    synced: copy,
  };
}

function copyOf(file: string): string {
  const to = join(mkdtempSync(join(folder, 'copy-')), 'burnish.db');
  for (const end of ['', '-wal', '-mark', '-synced']) if (existsSync(file + end)) copyFileSync(file + end, to + end);
  return to;
}

/** Returns the rows that SQLite alone reads. */
function rowsOf(file: string): string {
  const db = new Database(file);
  try {
    const tables = ['batches', 'jobs', 'job_events', 'step_runs', 'ledger', 'profiles', 'recipes'];
    return JSON.stringify(tables.map((table) => db.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all()));
  } finally {
    db.close();
  }
}

/** Opens the store in the folder of `file`. Returns whether the database was repaired, and the rows then. */
function open(file: string): { isRepaired: boolean; rows: string } {
  const store = openStore({ folder: dirname(file) });
  const isRepaired = store.rescue !== null;
  store.close();
  return { isRepaired, rows: rowsOf(file) };
}

/** Returns the failures of an image, one sentence each. */
function violationsOf(moment: Moment, seed: number): string[] {
  const random = createSeededRandom(`${moment.name}/${seed}`);
  const file = writeCrashImage(moment, random, mkdtempSync(join(folder, 'image-')));
  const alone = rowsOf(copyOf(file));
  const { isRepaired, rows } = open(file);
  const found: string[] = [];
  if (isRepaired) found.push('It was repaired.');
  if (rows !== alone) found.push('SQLite alone recovers other rows.');
  if (!moment.states.includes(rows)) found.push('What was synced is not there.');
  return found.map((sentence) => `${moment.name}, ${seed}: ${sentence}`);
}

describe('after a power cut', () => {
  it('the database opens as SQLite recovers it, with everything that was synced', () => {
    expect(moments.map(({ name }) => name)).toContain('second mark, sync 4');
    expect(moments.flatMap((moment) => [0, 1].flatMap((seed) => violationsOf(moment, seed)))).toEqual([]);
  });

  it('the same for many more images', { tags: ['long'], timeout: 600_000 }, () => {
    const seeds = Array.from({ length: 15 }, (_, index) => index + 2);
    expect(moments.flatMap((moment) => seeds.flatMap((seed) => violationsOf(moment, seed)))).toEqual([]);
  });
});

describe('damage in a synced log', () => {
  const frameBytes = 4096 + 24;
  const damaged = (act: (log: Buffer, frames: number, file: string) => void) => {
    const file = copyOf(synced);
    const log = readFileSync(`${file}-wal`);
    act(log, readSyncedFrames(file)?.frames ?? 0, file);
    writeFileSync(`${file}-wal`, log);
    return open(file).isRepaired;
  };

  const flip = (frame: number) => (log: Buffer) => {
    const place = 32 + frame * frameBytes + 2000;
    log.writeUInt8(log.readUInt8(place) ^ 4, place);
  };

  it('is found in its last frame', () => {
    const { frames = 0 } = readSyncedFrames(synced) ?? {};
    expect(frames).toBeGreaterThan(10);
    expect(damaged(flip(frames - 1))).toBe(true);
  });

  it('is found in any frame', { tags: ['long'], timeout: 600_000 }, () => {
    const { frames = 0 } = readSyncedFrames(synced) ?? {};
    const some = Array.from({ length: frames }, (_, frame) => frame).filter((frame) => frame % 5 === 0);
    const missed = some.filter((frame) => !damaged(flip(frame)));
    expect(missed).toEqual([]);
  });

  it.each([
    ['in its header', (log: Buffer) => log.fill(0x5a, 0, 32)],
    ['at its end, which is cut off', (log: Buffer, frames: number) => log.fill(0, 32 + (frames - 1) * frameBytes)],
    [
      'before its mark, where nothing says how much was synced',
      (log: Buffer, _: number, file: string) => {
        rmSync(`${file}-synced`);
        log.fill(0, 40, 60);
      },
    ],
  ])('is found %s', (_, act) => expect(damaged(act)).toBe(true));

  it('is not reported in frames that were never synced', () => {
    const beyond = (log: Buffer, frames: number) => log.fill(0x5a, 32 + frames * frameBytes);
    expect(damaged(beyond)).toBe(false);
  });
});
