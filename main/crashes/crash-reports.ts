/** Reports of crashes, in a folder of their own: a text for each, and what Chromium writes of the memory of what crashed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CrashHead, type CrashKind, crashHead, crashId } from '../../contract/app/crash-reports.ts';
import { readLogTail } from './log-tail.ts';
import { redactSecrets } from './redact-secrets.ts';

/** What is kept, the newest first; the memory counts too. */
export const maxReports = 20;
export const maxReportBytes = 50 * 1024 ** 2;
/** A memory image belongs to a report that is this close to it (ms). */
const closeMs = 60_000;
const maxTextLength = 64 * 1024;
const maxLineLength = 1000;

export interface CrashReports {
  /** Absolute; where the reports are. */
  readonly folder: string;
  /** Writes a report, while there may be little time left. Never throws. @param fault what happened, or an error */
  record(kind: CrashKind, fault: unknown): void;
  /** At a start: memory that nobody reported on is that of Burnish itself, the last time. */
  recordPreviousCrash(): void;
  /** The newest first. */
  list(): CrashHead[];
  /** As it was written; null where it is gone. */
  text(id: string): string | null;
  /** True once, when Burnish or its window crashed the last time: whoever asks has been told then. */
  news(): boolean;
  /** Deletes all of them. @throws the file system's error */
  clear(): void;
}

interface CrashReportOptions {
  readonly folder: string;
  readonly logFile: string;
  /** Versions and system, one line each. */
  readonly about: string;
  readonly now?: () => number;
}

interface Dump {
  readonly path: string;
  readonly modifiedAt: number;
  readonly bytes: number;
}

export function openCrashReports({ folder, logFile, about, now = Date.now }: CrashReportOptions): CrashReports {
  const opened = now();
  /** When something was reported first. */
  const seen = new Map<string, number>();
  const reportedFile = join(folder, 'told');
  const fileOf = (id: string) => join(folder, `${id}.txt`);

  const list = () =>
    names(folder)
      .map((name) => (name.endsWith('.txt') ? crashHead(name.slice(0, -'.txt'.length)) : null))
      .filter((head) => head !== null)
      .sort((a, b) => b.occurredAt - a.occurredAt);

  const write = (time: number, kind: CrashKind, happened: string) => {
    const text = [
      `Burnish crash report, ${new Date(time).toISOString()}`,
      about,
      `\n${happened}`,
      `\nLast lines of the log:\n${readLogTail(logFile)}\n`,
    ].join('\n');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(crashId(time, kind)), redactSecrets(clip(text)), { mode: 0o600 });
  };

  /** Throws away the oldest, with their memory. */
  const prune = () => {
    const dumps = dumpsIn(folder);
    let bytes = 0;
    for (const [index, { id, occurredAt: at }] of list().entries()) {
      const own = dumps.filter((dump) => belongs(dump, at));
      bytes += size(fileOf(id)) + own.reduce((sum, dump) => sum + dump.bytes, 0);
      const isOver = index >= maxReports || bytes > maxReportBytes;
      if (isOver) for (const dump of own) remove(dump);
      // Of the newest one the text stays, however large the memory is.
      if (isOver && index > 0) rmSync(fileOf(id), { force: true });
    }
  };

  return {
    folder,
    list,
    record: (kind, fault) => {
      const happened = fault instanceof Error ? (fault.stack ?? String(fault)) : String(fault);
      // What goes wrong every second is one report; so is an engine that ends at each of its starts.
      const before = seen.get(kind + happened);
      if (before !== undefined && (kind === 'fault' || now() - before < closeMs)) return;
      seen.set(kind + happened, now());
      quietly(() => {
        write(now(), kind, happened);
        prune();
      });
    },
    recordPreviousCrash: () =>
      quietly(() => {
        for (const dump of dumpsIn(folder))
          if (!list().some(({ occurredAt: at }) => belongs(dump, at)))
            write(
              dump.modifiedAt,
              'ended',
              'Burnish crashed in native code. A memory dump is in the folder of the crash reports.',
            );
        prune();
      }),
    text: (id) => {
      try {
        return crashHead(id) === null ? null : clip(readFileSync(fileOf(id), 'utf8'));
      } catch {
        return null;
      }
    },
    news: () => {
      const last = list().find(({ occurredAt: at, kind }) => at < opened && (kind === 'ended' || kind === 'window'));
      if (last === undefined || last.id <= textOf(reportedFile)) return false;
      writeFileSync(reportedFile, last.id, { mode: 0o600 });
      return true;
    },
    clear: () => {
      for (const dump of dumpsIn(folder)) remove(dump);
      for (const { id } of list()) rmSync(fileOf(id), { force: true });
    },
  };
}

/** Returns a text whose length and lines are limited, because the time that redaction takes grows with both. */
function clip(text: string): string {
  return text
    .slice(0, maxTextLength)
    .split('\n')
    .map((line) => {
      if (line.length <= maxLineLength) return line;
      // At a space, so that no part of a key is left behind that redaction would not recognize.
      return `${line.slice(0, Math.max(0, line.lastIndexOf(' ', maxLineLength)))} …`;
    })
    .join('\n');
}

const belongs = (dump: Dump, time: number) => Math.abs(dump.modifiedAt - time) < closeMs;

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // There was no crash yet.
  }
}

/** Chromium keeps them in folders of its own. */
function dumpsIn(folder: string): Dump[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { mtimeMs, size: bytes } = statSync(path);
        return { path, modifiedAt: Math.round(mtimeMs), bytes };
      });
  } catch {
    return [];
  }
}

/** With what Chromium notes beside it. */
function remove({ path }: Dump): void {
  for (const file of [path, path.replace(/dmp$/, 'meta'), path.replace(/dmp$/, 'lock')]) rmSync(file, { force: true });
}

const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A report is no reason for another fault: a full disk, a folder that cannot be written to. */
function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // What happened is in the log too, if there is room for that.
  }
}
