/** The ways a database is damaged, by name. */
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { createSeededRandom, type SeededRandom } from '../../helpers/seeded-random.ts';

/** Damages the database `file` (with `-wal` and `-shm` where its process was killed). */
type Damage = (file: string, chance: SeededRandom) => void;

const change = (path: string, act: (bytes: Buffer) => Buffer | undefined) => {
  const bytes = readFileSync(path);
  writeFileSync(path, act(bytes) ?? bytes);
};
const flip = (bytes: Buffer, at: number, chance: SeededRandom) => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
};
const page = 4096;
const pagesOf = (bytes: Buffer) => Math.floor(bytes.length / page);
/** Puts other words of the same length in place of one that is somewhere in the file. */
const reword = (from: string, to: string): Damage => {
  return (file, chance) =>
    change(file, (bytes) => {
      const places: number[] = [];
      for (let at = bytes.indexOf(from, page); at >= 0; at = bytes.indexOf(from, at + 1)) places.push(at);
      if (places.length > 0) bytes.write(to, chance.pick(places), 'latin1');
      return undefined;
    });
};
const withSql = (act: (db: Database.Database) => void): Damage => {
  return (file) => {
    const db = new Database(file);
    db.unsafeMode();
    act(db);
    db.close();
  };
};

/** `of`: of a database that was closed in order, or whose process was killed. */
export const damages: Readonly<Record<string, { readonly of: 'closed' | 'killed'; readonly act: Damage }>> = {
  'a bit': {
    of: 'closed',
    act: (file, chance) => change(file, (bytes) => void flip(bytes, chance.below(bytes.length), chance)),
  },
  'some bytes': {
    of: 'closed',
    act: (file, chance) =>
      change(file, (bytes) => {
        for (let index = chance.between(2, 30); index > 0; index -= 1)
          bytes[chance.below(bytes.length)] = chance.below(256);
        return undefined;
      }),
  },
  'a page of zeros': {
    of: 'closed',
    act: (file, chance) =>
      change(file, (bytes) => {
        const number = chance.below(pagesOf(bytes));
        bytes.fill(0, number * page, (number + 1) * page);
        return undefined;
      }),
  },
  'pages of noise': {
    of: 'closed',
    act: (file, chance) =>
      change(file, (bytes) => {
        const first = chance.between(1, pagesOf(bytes) - 1);
        for (let at = first * page; at < Math.min(bytes.length, (first + chance.between(1, 8)) * page); at += 1)
          bytes[at] = chance.below(256);
        return undefined;
      }),
  },
  'cut off': {
    of: 'closed',
    act: (file, chance) => truncateSync(file, chance.below(readFileSync(file).length)),
  },
  'cut off at a page': {
    of: 'closed',
    act: (file, chance) => truncateSync(file, page * chance.below(pagesOf(readFileSync(file)))),
  },
  'header overwritten': { of: 'closed', act: (file) => change(file, (bytes) => void bytes.fill(0x5a, 0, 100)) },
  'first page overwritten': { of: 'closed', act: (file) => change(file, (bytes) => void bytes.fill(0x5a, 0, page)) },
  'header bits': {
    of: 'closed',
    act: (file, chance) => change(file, (bytes) => void flip(bytes, chance.below(100), chance)),
  },
  'schema bits': {
    of: 'closed',
    act: (file, chance) =>
      change(file, (bytes) => {
        // Where tables and indexes are declared, on whichever page that is.
        const declared: number[] = [];
        for (let at = bytes.indexOf('CREATE '); at >= 0; at = bytes.indexOf('CREATE ', at + 1)) declared.push(at);
        flip(bytes, chance.pick(declared) + chance.between(-40, 200), chance);
        return undefined;
      }),
  },
  'no bytes at all': { of: 'closed', act: (file) => truncateSync(file, 0) },
  'something else': { of: 'closed', act: (file) => writeFileSync(file, 'This is a shopping list. '.repeat(2000)) },
  'version 0': { of: 'closed', act: withSql((db) => db.pragma('user_version = 0')) },
  'version 1': { of: 'closed', act: withSql((db) => db.pragma('user_version = 1')) },
  'version 9000': { of: 'closed', act: withSql((db) => db.pragma('user_version = 9000')) },
  'an index that disagrees': {
    of: 'closed',
    act: (file) => {
      // Unknown to SQLite for a moment, the index is not kept up.
      const schema = `name = 'jobs_to_claim'`;
      let row: unknown[] = [];
      withSql((db) => {
        db.pragma('writable_schema = ON');
        row = db.prepare(`SELECT * FROM sqlite_schema WHERE ${schema}`).raw().get() as unknown[];
        db.exec(`DELETE FROM sqlite_schema WHERE ${schema}`);
      })(file, createSeededRandom(0));
      withSql((db) =>
        db.exec(`UPDATE jobs SET state = 'waiting' WHERE state = 'queued' AND follows IS NULL AND id % 2 = 0`),
      )(file, createSeededRandom(0));
      withSql((db) => {
        db.pragma('writable_schema = ON');
        db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...row);
      })(file, createSeededRandom(0));
    },
  },
  'a recipe that is none': { of: 'closed', act: reword('"steps":', '"stexs":') },
  'JSON that is none': { of: 'closed', act: reword('{"id":"', '{"id"X"') },
  'a state that is none': { of: 'closed', act: reword('waiting', 'waitxng') },
  'a bit of the log': {
    of: 'killed',
    act: (file, chance) => change(`${file}-wal`, (bytes) => void flip(bytes, chance.below(bytes.length), chance)),
  },
  'a frame of the log': {
    of: 'killed',
    act: (file, chance) =>
      change(`${file}-wal`, (bytes) => {
        const at = 32 + chance.below(Math.floor((bytes.length - 32) / (page + 24))) * (page + 24);
        bytes.fill(0, at, at + page + 24);
        return undefined;
      }),
  },
  'log cut off': {
    of: 'killed',
    act: (file, chance) => truncateSync(`${file}-wal`, chance.below(readFileSync(`${file}-wal`).length)),
  },
  'log gone': { of: 'killed', act: (file) => rmSync(`${file}-wal`) },
  'log gone, with its index': {
    of: 'killed',
    act: (file) => {
      rmSync(`${file}-wal`);
      rmSync(`${file}-shm`, { force: true });
    },
  },
  'log and a page': {
    of: 'killed',
    act: (file, chance) => {
      change(`${file}-wal`, (bytes) => void flip(bytes, chance.below(bytes.length), chance));
      change(file, (bytes) => {
        const number = chance.below(pagesOf(bytes));
        bytes.fill(0, number * page, (number + 1) * page);
        return undefined;
      });
    },
  },
};
