/**
 * Points at which a process can be killed: directly before and after each step that changes the disk, such as a write,
 * sync, rename or commit. A kill during a read equals one at the next point.
 */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import Database from 'better-sqlite3';
import sharp from 'sharp';

export interface KillOrder {
  /** Number of the point, from 0; null only counts. */
  readonly at: number | null;
  /** Counts only points of this step; null counts all. */
  readonly of: string | null;
}

export interface KillReport {
  /** Number of points passed. */
  readonly points: number;
  /** The step, and whether the kill came before or after it. */
  readonly step: string;
}

export type Call = (...args: unknown[]) => unknown;

const kill = process.kill.bind(process);
const write = fs.writeSync;

/** Counts the points and kills the process at the ordered one. The report goes to an open file descriptor. */
export function installKillPoints({ at, of }: KillOrder, reportFd: number): void {
  let points = 0;
  const pass = (when: 'before' | 'after', step: string) => {
    if (of !== null && of !== step) return;
    if (points === at) {
      report(`${when} ${step}`);
      kill(process.pid, 'SIGKILL');
      // The signal may arrive some instructions later.
      for (;;);
    }
    points += 1;
  };
  const report = (step: string) => write(reportFd, JSON.stringify({ points, step } satisfies KillReport));
  process.once('exit', () => report('exit'));

  const around = (step: string, call: Call): Call =>
    function (this: unknown, ...args) {
      if (!changes(step, args)) return call.apply(this, args);
      pass('before', step);
      const done = call.apply(this, args);
      if (done instanceof Promise) {
        return done.then((value) => {
          pass('after', step);
          return value;
        });
      }
      pass('after', step);
      return done;
    };
  const wrapAll = (owner: object, names: readonly string[], prefix = '') => {
    for (const name of names) {
      const call = (owner as Record<string, unknown>)[name];
      if (typeof call === 'function') replaceMethod(owner, name, around(prefix + name, call as Call));
    }
  };

  wrapAll(fsPromises, promised);
  wrapAll(fs, [...promised.map((name) => `${name}Sync`), 'writeSync']);
  wrapAll(sharp.prototype, ['toFile'], 'sharp.');
  onHandlePrototype((prototype) =>
    wrapAll(prototype, ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate'], 'file.'),
  );
  wrapCommits((call) => around('commit', call));
  wrapAll(Database.prototype, ['exec', 'pragma'], 'database.');
}

const promised = [
  ...['open', 'writeFile', 'appendFile', 'rename', 'link', 'symlink', 'unlink'],
  ...['rm', 'rmdir', 'copyFile', 'cp', 'mkdir', 'mkdtemp', 'truncate'],
];

/** Whether a call changes the disk. */
function changes(step: string, args: readonly unknown[]): boolean {
  if (step === 'database.pragma') return String(args[0]).includes('=');
  if (!/^open(Sync)?$/.test(step)) return true;
  const flags = args[1] ?? 'r';
  return typeof flags === 'number' ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0 : flags !== 'r';
}

export function replaceMethod(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** Calls `wrap` with the prototype of file handles, which is accessible only through a handle, at the first open file. */
export function onHandlePrototype(wrap: (prototype: object) => void): void {
  const { open } = fsPromises;
  let isWrapped = false;
  fsPromises.open = async (...args) => {
    const handle = await open(...args);
    if (!isWrapped) wrap(Object.getPrototypeOf(handle) as object);
    isWrapped = true;
    return handle;
  };
}

/**
 * Wraps each commit: a statement that writes outside a transaction, or the end of an outermost transaction. `databaseOf`
 * returns the connection of a call, given its `this`.
 */
export function wrapCommits(around: (call: Call, databaseOf: (self: unknown) => Database.Database) => Call): void {
  const probe = new Database(':memory:');
  const statement = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  const { run } = statement as { run: Call };
  const counted = around(run, (self) => (self as Database.Statement).database);
  statement.run = function (this: Database.Statement, ...args: unknown[]) {
    const isPart = this.database.inTransaction || /^(BEGIN|COMMIT|ROLLBACK)/.test(this.source);
    return (isPart ? run : counted).apply(this, args);
  };
  const { transaction } = Database.prototype as unknown as { transaction: Call };
  replaceMethod(Database.prototype, 'transaction', function (this: Database.Database, ...args: unknown[]) {
    const transactionCall = transaction.apply(this, args) as Record<string, Call> & Call;
    const self = this;
    const outermost = (call: Call): Call => {
      const committed = around(call, () => self);
      return function (this: unknown, ...values) {
        return (self.inTransaction ? call : committed).apply(this, values);
      };
    };
    const kinds = ['deferred', 'immediate', 'exclusive'].map((kind) => [kind, outermost(transactionCall[kind]!)]);
    const form = outermost(transactionCall);
    return Object.assign(form, Object.fromEntries(kinds), { default: form, database: this });
  });
}
