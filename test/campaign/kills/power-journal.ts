/**
 * Records each change and sync of files and folders in an attacked process, for the simulation of a power cut
 * (power-image.ts). Removed files keep a second name in a hidden folder. Each durable commit copies the database.
 */
import fs, { type BigIntStats } from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { type Call, onHandlePrototype, replaceMethod, wrapCommits } from './kill-points.ts';

export interface JournalOrder {
  /** File with one JSON entry per line. */
  readonly journal: string;
  /** Folder for removed files, by inode number, and copies of the database; on the same file system. */
  readonly shadow: string;
  readonly database: string;
}

/** Files are inode numbers. `since` is the number of the first entry that the sync does not cover. */
export type JournalEntry =
  | { readonly op: 'write'; readonly file: string }
  | { readonly op: 'sync'; readonly file: string; readonly since: number }
  | { readonly op: 'sync folder'; readonly path: string; readonly since: number }
  | { readonly op: 'create'; readonly path: string; readonly file: string }
  | { readonly op: 'make folder'; readonly path: string }
  | { readonly op: 'remove'; readonly path: string }
  /** `file`: null for a folder. */
  | { readonly op: 'rename'; readonly from: string; readonly path: string; readonly file: string | null }
  | { readonly op: 'sync database'; readonly copy: string };

/** Called before a change; returns a function that is called if the change succeeds. */
type Watch = (args: readonly unknown[], self: unknown, result: () => unknown) => () => void;

export function installJournal({ journal, shadow, database }: JournalOrder): void {
  const { lstatSync, fstatSync, linkSync, readdirSync, copyFileSync, existsSync, rmSync, mkdirSync, writeSync } = {
    ...fs,
  };
  const output = fs.openSync(journal, 'a');
  const paths = new Map<number, string>();
  let count = 0;
  const record = (entry: JournalEntry) => {
    writeSync(output, `${JSON.stringify(entry)}\n`);
    count += 1;
  };

  const entryAt = (path: unknown): BigIntStats | null =>
    lstatSync(absolute(path), { bigint: true, throwIfNoEntry: false }) ?? null;
  const keepRemoved = (path: string) => {
    const entry = entryAt(path);
    if (!entry?.isFile()) return;
    try {
      linkSync(path, join(shadow, String(entry.ino)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  };
  const inode = (fd: number) => fstatSync(fd, { bigint: true });
  const recordWrite = (file: bigint) => record({ op: 'write', file: String(file) });

  /** Watches a call that writes a complete file. */
  const filled =
    (argument: number): Watch =>
    (args) => {
      const path = args[argument];
      // An open file.
      if (typeof path !== 'string') return () => undefined;
      const before = entryAt(path);
      if (before) recordWrite(before.ino);
      return () => {
        const after = entryAt(path);
        if (!after?.isFile()) return;
        if (before === null) record({ op: 'create', path: absolute(path), file: String(after.ino) });
        recordWrite(after.ino);
      };
    };
  const opened: Watch = ([path, flags = 'r'], _self, result) => {
    const before = entryAt(path);
    return () => {
      const value = result();
      const fd = typeof value === 'number' ? value : (value as FileHandle).fd;
      paths.set(fd, absolute(path));
      const { ino } = inode(fd);
      if (before === null) record({ op: 'create', path: absolute(path), file: String(ino) });
      if (before === null || String(flags).startsWith('w')) recordWrite(ino);
    };
  };
  const written: Watch = (args, self) => {
    const { ino } = inode(fdOf(args, self));
    recordWrite(ino);
    return () => recordWrite(ino);
  };
  const synced: Watch = (args, self) => {
    const fd = fdOf(args, self);
    const since = count;
    const path = paths.get(fd) ?? '';
    if (path === `${database}-wal`) return copyDatabase();
    const facts = inode(fd);
    return () =>
      record(facts.isDirectory() ? { op: 'sync folder', path, since } : { op: 'sync', file: String(facts.ino), since });
  };
  const removed: Watch = ([path]) => {
    const all = treeAt(absolute(path));
    all.forEach(keepRemoved);
    return () => {
      for (const each of all) if (entryAt(each) === null) record({ op: 'remove', path: each });
    };
  };
  const renamed: Watch = ([from, to]) => {
    keepRemoved(absolute(to));
    const entry = entryAt(from);
    const file = entry?.isFile() ? String(entry.ino) : null;
    return () => record({ op: 'rename', from: absolute(from), path: absolute(to), file });
  };
  const linked: Watch = ([from, to]) => {
    const file = String(entryAt(from)?.ino);
    return () => record({ op: 'create', path: absolute(to), file });
  };
  const madeFolder: Watch = ([path]) => {
    const missing: string[] = [];
    for (let each = absolute(path); entryAt(each) === null && dirname(each) !== each; each = dirname(each))
      missing.unshift(each);
    return () => {
      for (const each of missing) record({ op: 'make folder', path: each });
    };
  };

  /** Lists a path and everything below it, the deepest first. */
  function treeAt(path: string): string[] {
    const entry = entryAt(path);
    if (entry === null) return [];
    if (!entry.isDirectory()) return [path];
    return [...readdirSync(path).flatMap((name) => treeAt(join(path, name))), path];
  }

  let copies = 0;
  let previous = -1;
  const copyPath = (number: number) => join(shadow, `database-${number}`);
  /** Copies the database; the returned function makes the copy valid. */
  function copyDatabase(): () => void {
    const number = copies;
    copies += 1;
    const copy = copyPath(number);
    mkdirSync(copy);
    for (const end of ['', '-wal'])
      if (existsSync(database + end)) copyFileSync(database + end, join(copy, `database${end}`));
    return () => {
      // A newer sync has already ended.
      if (number < previous) return rmSync(copy, { recursive: true, force: true });
      record({ op: 'sync database', copy });
      rmSync(copyPath(previous), { recursive: true, force: true });
      previous = number;
    };
  }

  const watches: Readonly<Record<string, Watch>> = {
    open: opened,
    writeFile: filled(0),
    appendFile: filled(0),
    truncate: filled(0),
    copyFile: filled(1),
    rename: renamed,
    link: linked,
    unlink: removed,
    rm: removed,
    rmdir: removed,
    mkdir: madeFolder,
  };
  for (const [name, watch] of Object.entries(watches)) {
    wrap(fsPromises, name, watch);
    wrap(fs, `${name}Sync`, watch);
  }
  wrap(fs, 'writeSync', written);
  wrap(fs, 'fsyncSync', synced);
  wrap(fs, 'fdatasyncSync', synced);
  wrapCallback('fsync', synced);
  wrapCallback('fdatasync', synced);
  wrap(sharp.prototype, 'toFile', filled(0));
  onHandlePrototype((prototype) => {
    for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'truncate'])
      wrap(prototype, name, (_args, self, result) => written([], self, result));
    for (const name of ['sync', 'datasync']) wrap(prototype, name, (_args, self, result) => synced([], self, result));
  });
  // Closing checkpoints all commits.
  wrap(Database.prototype, 'close', (_args, self) => () => {
    if ((self as Database.Database).name === database) copyDatabase()();
  });
  wrapCommits((call, databaseOf) => {
    return function (this: unknown, ...args) {
      const result = call.apply(this, args);
      const db = databaseOf(this);
      if (isDurable(db, database)) copyDatabase()();
      return result;
    };
  });
}

const absolute = (path: unknown) => resolve(path instanceof URL ? fileURLToPath(path) : String(path));

const fullSync = 2;

/** Whether the last commit of a connection is durable. */
function isDurable(db: Database.Database, name: string): boolean {
  return db.name === name && !db.inTransaction && db.pragma('synchronous', { simple: true }) === fullSync;
}

function fdOf([first]: readonly unknown[], self: unknown): number {
  return typeof first === 'number' ? first : (self as FileHandle).fd;
}

/** Calls `watch` before a method, and the returned function after its success. */
function wrap(owner: object, name: string, watch: Watch): void {
  const call = (owner as Record<string, Call>)[name]!;
  const value = function (this: unknown, ...args: unknown[]): unknown {
    let result: unknown;
    const after = watch(args, this, () => result);
    result = call.apply(this, args);
    if (!(result instanceof Promise)) {
      after();
      return result;
    }
    return result.then((resolved) => {
      result = resolved;
      after();
      return resolved;
    });
  };
  replaceMethod(owner, name, value);
}

function wrapCallback(name: 'fsync' | 'fdatasync', watch: Watch): void {
  const call = fs[name] as unknown as Call;
  const value = (fd: number, done: (error: Error | null) => void) => {
    const after = watch([fd], null, () => undefined);
    call(fd, (error: Error | null) => {
      if (error === null) after();
      done(error);
    });
  };
  replaceMethod(fs, name, value);
}
