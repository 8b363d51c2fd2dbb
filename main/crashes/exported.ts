/** Reports as other people may see them: without keys, and without names of photographs and folders. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type KnownPlaces, withoutNames } from './names.ts';
import type { CrashReports } from './reports.ts';
import { withoutSecrets } from './secrets.ts';

export interface ForOthers {
  readonly places: KnownPlaces;
  /** Keys that Burnish has. */
  readonly keys: readonly string[];
}

/** A report as it would be exported; null where it is gone. @param names as in `withoutNames` */
export function reportForOthers(
  reports: Pick<CrashReports, 'text'>,
  id: string,
  { places, keys }: ForOthers,
  names?: Map<string, number>,
): string | null {
  const text = reports.text(id);
  return text === null ? null : withoutNames(withoutSecrets(text, keys), places, names);
}

/** Writes all reports into one archive in `scratch`, without what Chromium wrote of the memory: that may hold anything. @returns its path */
export async function zipReports(reports: CrashReports, others: ForOthers, scratch: string): Promise<string> {
  const archive = new ZipFile();
  const names = new Map<string, number>();
  for (const { id } of reports.list()) {
    const text = reportForOthers(reports, id, others, names);
    if (text !== null) archive.addBuffer(Buffer.from(text), `${id}.txt`);
  }
  archive.end();
  const path = join(scratch, 'reports.zip');
  await pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx' }));
  return path;
}
