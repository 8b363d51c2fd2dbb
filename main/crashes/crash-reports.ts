/** Crash reports in a folder, with the memory dumps of Chromium. */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type CrashHead, type CrashKind, crashHead, crashId } from '../../contract/app/crash-reports.ts';
import { redactSecrets } from './redact-secrets.ts';

export const maxReports = 20;
/** Limit for all reports and dumps. */
export const maxReportBytes = 50 * 1024 ** 2;
/** A dump belongs to the report whose time differs by less. */
const maxDumpDelayMs = 60_000;
/** An engine that ends at each start is reported once in this time. */
const minRepetitionMs = 60_000;
const maxTextLength = 64 * 1024;
const maxLineLength = 1000;

export interface CrashReports {
  readonly folder: string;
  /** Writes a report synchronously, because the process may be ending. Never throws. @param cause text or error */
  record(kind: CrashKind, cause: unknown): void;
  /** Reports dumps without a report, which Burnish's own process left. */
  recordPreviousCrash(): void;
  /** Newest first. */
  list(): CrashHead[];
  text(id: string): string | null;
  /** Whether Burnish or its window crashed before this start. True once per crash. */
  news(): boolean;
  /** @throws the file system's error */
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
  const reportedAt = new Map<string, number>();
  const reportedFile = join(folder, 'told');
  const fileOf = (id: string) => join(folder, `${id}.txt`);

  const list = () =>
    names(folder)
      .map((name) => (name.endsWith('.txt') ? crashHead(name.slice(0, -'.txt'.length)) : null))
      .filter((head) => head !== null)
      .sort((a, b) => b.occurredAt - a.occurredAt);

  const write = (time: number, kind: CrashKind, cause: string) => {
    const text = [
      `Burnish crash report, ${new Date(time).toISOString()}`,
      about,
      `\n${cause}`,
      `\nLast lines of the log:\n${readLogTail(logFile)}\n`,
    ].join('\n');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(crashId(time, kind)), redactSecrets(clip(text)), { mode: 0o600 });
  };

  const prune = () => {
    const dumps = dumpsIn(folder);
    let bytes = 0;
    for (const [index, { id, occurredAt }] of list().entries()) {
      const own = dumps.filter((dump) => belongsTo(dump, occurredAt));
      bytes += size(fileOf(id)) + own.reduce((sum, dump) => sum + dump.bytes, 0);
      const isOver = index >= maxReports || bytes > maxReportBytes;
      if (isOver) for (const dump of own) remove(dump);
      // The newest text stays, however large its dump is.
      if (isOver && index > 0) rmSync(fileOf(id), { force: true });
    }
  };

  return {
    folder,
    list,
    record: (kind, cause) => {
      const text = cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
      const before = reportedAt.get(kind + text);
      if (before !== undefined && (kind === 'fault' || now() - before < minRepetitionMs)) return;
      reportedAt.set(kind + text, now());
      ignoreErrors(() => {
        write(now(), kind, text);
        prune();
      });
    },
    recordPreviousCrash: () =>
      ignoreErrors(() => {
        for (const dump of dumpsIn(folder))
          if (!list().some(({ occurredAt }) => belongsTo(dump, occurredAt)))
            write(dump.modifiedAt, 'ended', nativeCrash);
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
      const last = list().find(
        ({ occurredAt, kind }) => occurredAt < opened && (kind === 'ended' || kind === 'window'),
      );
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

const nativeCrash = 'Burnish crashed in native code. A memory dump is in the folder of the crash reports.';

/** Limits the length of a text and its lines, because the time of redaction grows with both. */
function clip(text: string): string {
  return text
    .slice(0, maxTextLength)
    .split('\n')
    .map((line) => {
      if (line.length <= maxLineLength) return line;
      // Cut at a space: redaction would not recognize a part of a key.
      return `${line.slice(0, Math.max(0, line.lastIndexOf(' ', maxLineLength)))} …`;
    })
    .join('\n');
}

const belongsTo = (dump: Dump, occurredAt: number) => Math.abs(dump.modifiedAt - occurredAt) < maxDumpDelayMs;

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // There was no crash yet.
  }
}

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

/** A report must not cause another error, such as on a full disk. */
function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // See above.
  }
}

const maxLogLines = 60;
const maxLogBytes = 32 * 1024;

export function readLogTail(logFile: string): string {
  try {
    const file = openSync(logFile, 'r');
    try {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, maxLogBytes));
      readSync(file, tail, 0, tail.length, size - tail.length);
      const lines = tail.toString('utf8').trimEnd().split('\n');
      // The first line may be incomplete.
      const completeLines = tail.length < size ? lines.slice(1) : lines;
      return completeLines.slice(-maxLogLines).join('\n');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
