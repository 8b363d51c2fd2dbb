/**
 * Points at which a process can be killed: just before and just after each step by which it changes a disk: opening a file
 * for writing, writing, syncing, renaming, linking, removing, copying, making a folder, and each commit of the database.
 * What only reads changes nothing, so a kill there is the same as one at the next point.
 */
import fs from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import Database from 'better-sqlite3';
import sharp from 'sharp';

export interface KillOrder {
  /** The number of the point, from 0; null = count only. */
  readonly at: number | null;
  /** Counts the points of this step only; null = of all. */
  readonly of: string | null;
}

export interface KillReport {
  /** Points passed: all of them at an orderly end, else up to the kill. */
  readonly points: number;
  /** What was being done, and whether it had been carried out. */
  readonly step: string;
}

type Call = (...args: unknown[]) => unknown;

const kill = process.kill.bind(process);
const write = fs.writeSync;

/** Counts the points from now on, and dies at the one that is ordered. `reportFd` is the number of an open file for the report. */
export function installKillPoints({ at, of }: KillOrder, reportFd: number): void {
  let points = 0;
  const pass = (when: 'before' | 'after', step: string) => {
    if (of !== null && of !== step) return;
    if (points === at) {
      report(`${when} ${step}`);
      kill(process.pid, 'SIGKILL');
      // The signal takes the whole process, but perhaps not at this very instruction.
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
      if (typeof call === 'function')
        Object.defineProperty(owner, name, {
          value: around(prefix + name, call as Call),
          configurable: true,
          writable: true,
        });
    }
  };

  wrapAll(fsPromises, promised);
  wrapAll(
    fs,
    promised.map((name) => `${name}Sync`),
  );
  wrapAll(fs, ['writeSync']);
  wrapAll(sharp.prototype, ['toFile'], 'sharp.');
  wrapHandles(wrapAll);
  wrapDatabase(around, wrapAll);
}

const promised = [
  'open',
  'writeFile',
  'appendFile',
  'rename',
  'link',
  'symlink',
  'unlink',
  'rm',
  'rmdir',
  'copyFile',
  'cp',
  'mkdir',
  'mkdtemp',
  'truncate',
];

/** Whether a call changes anything: opening for reading does not, nor does asking the database for a setting. */
function changes(step: string, args: readonly unknown[]): boolean {
  if (step === 'database.pragma') return String(args[0]).includes('=');
  if (!/^open(Sync)?$/.test(step)) return true;
  const flags = args[1] ?? 'r';
  return typeof flags === 'number' ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0 : flags !== 'r';
}

/** Open files: their class is only to be had from one of them. */
function wrapHandles(wrapAll: (owner: object, names: readonly string[], prefix?: string) => void): void {
  const { open } = fsPromises;
  let known = false;
  fsPromises.open = async (...args) => {
    const handle: FileHandle = await open(...args);
    if (!known)
      wrapAll(
        Object.getPrototypeOf(handle),
        ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate'],
        'file.',
      );
    known = true;
    return handle;
  };
}

function wrapDatabase(
  around: (step: string, call: Call) => Call,
  wrapAll: (owner: object, names: readonly string[], prefix?: string) => void,
): void {
  wrapCommits((call) => around('commit', call));
  wrapAll(Database.prototype, ['exec', 'pragma'], 'database.');
}

/**
 * Replaces each commit by what `around` makes of it. A commit is a statement that writes outside a transaction, or the end of an
 * outermost transaction. `databaseOf` returns the connection of a call, given its `this`.
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
  (Database.prototype as unknown as { transaction: Call }).transaction = function (this: Database.Database, ...args) {
    const transactionCall = transaction.apply(this, args) as Record<string, Call> & Call;
    const self = this;
    const outermost = (call: Call): Call => {
      const committed = around(call, () => self);
      return function (this: unknown, ...values) {
        return (self.inTransaction ? call : committed).apply(this, values);
      };
    };
    const forms = {
      default: outermost(transactionCall),
      deferred: outermost(transactionCall.deferred!),
      immediate: outermost(transactionCall.immediate!),
      exclusive: outermost(transactionCall.exclusive!),
    };
    return Object.assign(forms.default, forms, { database: this });
  };
}
