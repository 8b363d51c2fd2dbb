/** Damages of a database, by name. */
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';

/** Damages a database, or the WAL next to it. */
type Damage = (file: string, chance: SeededRandom) => void;

const pageBytes = 4096;
const pagesOf = (bytes: Buffer) => Math.floor(bytes.length / pageBytes);

/** Changes the bytes of the database, or of its WAL. */
const change =
  (act: (bytes: Buffer, chance: SeededRandom) => unknown, suffix: '' | '-wal' = ''): Damage =>
  (file, chance) => {
    const bytes = readFileSync(file + suffix);
    act(bytes, chance);
    writeFileSync(file + suffix, bytes);
  };

function flip(bytes: Buffer, index: number, chance: SeededRandom): void {
  bytes[index] = (bytes[index] ?? 0) ^ (1 << chance.below(8));
}

const flipAnyBit = (bytes: Buffer, chance: SeededRandom) => flip(bytes, chance.below(bytes.length), chance);

function clearPage(bytes: Buffer, chance: SeededRandom): void {
  const number = chance.below(pagesOf(bytes));
  bytes.fill(0, number * pageBytes, (number + 1) * pageBytes);
}

function offsetsOf(bytes: Buffer, text: string, from = 0): number[] {
  const offsets: number[] = [];
  for (let index = bytes.indexOf(text, from); index >= 0; index = bytes.indexOf(text, index + 1)) offsets.push(index);
  return offsets;
}

/** Replaces one occurrence of a text with another of the same length. */
const replaceText = (from: string, to: string) =>
  change((bytes, chance) => {
    const offsets = offsetsOf(bytes, from, pageBytes);
    if (offsets.length > 0) bytes.write(to, chance.pick(offsets), 'latin1');
  });

function withDatabase(file: string, act: (db: Database.Database) => void): void {
  const db = new Database(file);
  db.unsafeMode();
  act(db);
  db.close();
}

const setVersion =
  (version: number): Damage =>
  (file) =>
    withDatabase(file, (db) => db.pragma(`user_version = ${version}`));

const cutOff =
  (suffix: '' | '-wal'): Damage =>
  (file, chance) =>
    truncateSync(file + suffix, chance.below(readFileSync(file + suffix).length));

/** Changes rows while an index is hidden from SQLite. */
const desynchronizeIndex: Damage = (file) => {
  const schema = `name = 'jobs_to_claim'`;
  let row: unknown[] = [];
  withDatabase(file, (db) => {
    db.pragma('writable_schema = ON');
    row = db.prepare(`SELECT * FROM sqlite_schema WHERE ${schema}`).raw().get() as unknown[];
    db.exec(`DELETE FROM sqlite_schema WHERE ${schema}`);
  });
  withDatabase(file, (db) =>
    db.exec(`UPDATE jobs SET state = 'waiting' WHERE state = 'queued' AND follows IS NULL AND id % 2 = 0`),
  );
  withDatabase(file, (db) => {
    db.pragma('writable_schema = ON');
    db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...row);
  });
};

/** Damages of a database that was closed. */
const closed: Readonly<Record<string, Damage>> = {
  'a bit': change(flipAnyBit),
  'some bytes': change((bytes, chance) => {
    for (let left = chance.between(2, 30); left > 0; left -= 1) bytes[chance.below(bytes.length)] = chance.below(256);
  }),
  'a page of zeros': change(clearPage),
  'pages of noise': change((bytes, chance) => {
    const first = chance.between(1, pagesOf(bytes) - 1);
    for (
      let index = first * pageBytes;
      index < Math.min(bytes.length, (first + chance.between(1, 8)) * pageBytes);
      index += 1
    )
      bytes[index] = chance.below(256);
  }),
  'cut off': cutOff(''),
  'cut off at a page': (file, chance) => truncateSync(file, pageBytes * chance.below(pagesOf(readFileSync(file)))),
  'header overwritten': change((bytes) => bytes.fill(0x5a, 0, 100)),
  'first page overwritten': change((bytes) => bytes.fill(0x5a, 0, pageBytes)),
  'header bits': change((bytes, chance) => flip(bytes, chance.below(100), chance)),
  'schema bits': change((bytes, chance) =>
    flip(bytes, chance.pick(offsetsOf(bytes, 'CREATE ')) + chance.between(-40, 200), chance),
  ),
  'no bytes at all': (file) => truncateSync(file, 0),
  'something else': (file) => writeFileSync(file, 'This is a shopping list. '.repeat(2000)),
  'version 0': setVersion(0),
  'version 1': setVersion(1),
  'version 9000': setVersion(9000),
  'an index that disagrees': desynchronizeIndex,
  'a recipe that is none': replaceText('"steps":', '"stexs":'),
  'JSON that is none': replaceText('{"id":"', '{"id"X"'),
  'a state that is none': replaceText('waiting', 'waitxng'),
};

/** Damages of a database whose process was killed. */
const killed: Readonly<Record<string, Damage>> = {
  'a bit of the log': change(flipAnyBit, '-wal'),
  'a frame of the log': change((bytes, chance) => {
    const frameBytes = pageBytes + 24;
    const start = 32 + chance.below(Math.floor((bytes.length - 32) / frameBytes)) * frameBytes;
    bytes.fill(0, start, start + frameBytes);
  }, '-wal'),
  'log cut off': cutOff('-wal'),
  'log gone': (file) => rmSync(`${file}-wal`),
  'log gone, with its index': (file) => {
    rmSync(`${file}-wal`);
    rmSync(`${file}-shm`, { force: true });
  },
  'log and a page': (file, chance) => {
    change(flipAnyBit, '-wal')(file, chance);
    change(clearPage)(file, chance);
  },
};

export const damages: Readonly<Record<string, { readonly of: 'closed' | 'killed'; readonly act: Damage }>> = {
  ...Object.fromEntries(Object.entries(closed).map(([name, act]) => [name, { of: 'closed', act }])),
  ...Object.fromEntries(Object.entries(killed).map(([name, act]) => [name, { of: 'killed', act }])),
};
