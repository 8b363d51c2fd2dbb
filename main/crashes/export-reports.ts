/** Reports as other people may see them: without keys, addresses, and names of photographs and folders. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { CrashReports } from './crash-reports.ts';
import { type PublicFolders, redactNames } from './redact-names.ts';
import { type KnownSecrets, redactSecrets } from './redact-secrets.ts';

export interface RedactionContext {
  readonly places: PublicFolders;
  readonly secrets: KnownSecrets;
}

/** A report as it would be exported; null where it is gone. @param names as in `redactNames` */
export function redactReport(
  reports: Pick<CrashReports, 'text'>,
  id: string,
  { places, secrets }: RedactionContext,
  names?: Map<string, number>,
): string | null {
  const text = reports.text(id);
  return text === null ? null : redactNames(redactSecrets(text, secrets), places, names);
}

/** Writes all reports into one archive in `scratch`, without what Chromium wrote of the memory: that may hold anything. @returns its path */
export async function zipReports(reports: CrashReports, context: RedactionContext, scratch: string): Promise<string> {
  const archive = new ZipFile();
  const names = new Map<string, number>();
  for (const { id } of reports.list()) {
    const text = redactReport(reports, id, context, names);
    if (text !== null) archive.addBuffer(Buffer.from(text), `${id}.txt`);
  }
  archive.end();
  const path = join(scratch, 'reports.zip');
  await pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx' }));
  return path;
}
