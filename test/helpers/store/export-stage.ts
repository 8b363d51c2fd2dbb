/** Exports of finished photographs to a folder of the stage. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportOptions, exportOptionsSchema } from '../../../contract/delivery/export.ts';
import { everyPhotograph } from '../../../contract/review/list-queries.ts';
import type { ExportContext } from '../../../main/delivery/common/export-context.ts';
import { runExport } from '../../../main/delivery/export/run-export.ts';
import { placeSibling } from '../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../main/review/actions/bulk-work.ts';
import { createReader, type Reader } from '../../../main/review/lists/query-reader.ts';
import { messageText } from '../run/message-matchers.ts';
import { test as base, type ReviewStage } from './review-stage.ts';

type Choice = Parameters<typeof runExport>[0];
type Report = Awaited<ReturnType<typeof runExport>>;

export interface ExportStage extends ReviewStage {
  /** Absolute path of the export folder. */
  readonly handed: string;
  readonly tools: ExportContext;
  /** Options of an export to `handed`. */
  options(options?: Partial<ExportOptions>): ExportOptions;
  /** Exports all photographs, unless `choice` names some. */
  run(
    options?: Partial<ExportOptions>,
    more?: Partial<ExportContext> & { readonly choice?: Choice; readonly signal?: AbortSignal },
  ): Promise<Report>;
}

export const all: Choice = { query: everyPhotograph, except: [] };
export const byName: Choice = { query: { ...everyPhotograph, sort: 'name', descending: false }, except: [] };

export const test = base.extend<{ stand: ExportStage }>({
  stand: async ({ review }, use) => {
    const reader: Reader = createReader(review.store.file);
    const handed = join(review.folder, 'handed');
    mkdirSync(handed);
    const tools: ExportContext = {
      ...{ store: review.store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
      ...{ toWords: messageText, now: () => Date.UTC(2026, 10, 22, 12) },
    };
    const options = (some: Partial<ExportOptions> = {}) => exportOptionsSchema.parse({ folder: handed, ...some });
    await use({
      ...review,
      handed,
      tools,
      options,
      run: (some, { choice = all, signal, ...more } = {}) =>
        runExport(choice, options(some), { ...tools, ...more }, signal),
    });
    await reader.close();
  },
});

/** Messages of an export about files that failed, sorted. */
export const failures = (report: Report) => report.failed.map(({ message }) => messageText(message)).sort();

/** Relative paths of all files in a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

export const fileHash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
