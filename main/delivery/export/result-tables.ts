/** Decisions, photo info, results and findings as a table (CSV) or as data (JSON), written while they are read. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { CsvSeparator, ExportChoice } from '../../../contract/delivery/export.ts';
import { nameTimes } from '../../../contract/recipes/naming.ts';
import type { ClientMark, PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { labels } from '../../../contract/review/photo-decision.ts';
import { documentIdOf } from '../../imaging/metadata/rules/xmp-document-id.ts';
import type { Store } from '../../store/index.ts';
import { csvOptions } from './csv-format.ts';
import type { ExportContext } from './export-context.ts';
import { allItems, batchOf, createBatchTitles } from './export-items.ts';

export type Row = Readonly<Record<string, string | number | null>>;
export const flagLabels = { '-1': 'rejected', '0': '', '1': 'picked' } as const;
/** Rows that are read at a time. */
const perTurn = 10;
const labelWord = ({ decision: { label }, foreignLabel }: PhotographView) =>
  label === 0 ? foreignLabel : (labels[label] ?? '');
const day = (timestamp: number | null) => (timestamp === null ? null : new Date(timestamp).toISOString());
/** As the camera's clock showed it, on the day on which it was taken there. */
function taken(timestamp: number | null): string | null {
  if (timestamp === null) return null;
  const { date, time } = nameTimes(timestamp);
  return `${date}T${time.replaceAll('-', ':')}`;
}

/** What was found, as "kind: text 0.93", each once. */
const found = ({ findings }: VersionView) =>
  findings
    .map(({ kind, text, value }) => [kind, text, value].filter((part) => part !== null && part !== '').join(' '))
    .join('; ');

/** What files of a job's results say in their XMP that they were made of. */
function documentId(store: Store, jobId: number): string {
  const hash = store.jobs.get(jobId)?.contentHash;
  return hash ? documentIdOf(hash) : '';
}

/** What clients chose: who picked it, and their stars and comments, each with its client's name. */
function clientCells({ clients }: PhotographView) {
  const named = (cellOf: (mark: ClientMark) => string | number) =>
    clients.flatMap((mark) => (cellOf(mark) ? [`${mark.name}: ${cellOf(mark)}`] : [])).join('; ');
  return {
    client_picked: clients.flatMap(({ picked, name }) => (picked ? [name] : [])).join('; '),
    client_stars: named(({ stars }) => stars),
    client_comments: named(({ comment }) => comment),
  };
}

/** A row for each result: of a photograph with three results, three; of one that is only looked through, one without. */
export async function* resultRows(
  choice: ExportChoice,
  ids: readonly number[],
  { store, toWords }: Pick<ExportContext, 'store' | 'toWords'>,
): AsyncGenerator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  for await (const { photograph } of allItems(store, choice, ids)) {
    const { decision } = photograph;
    const { keywords, ...texts } = store.photographDetails.get(photograph.id);
    const versions = await store.photographViews.versions(photograph.id);
    for (const version of versions.length === 0 ? [null] : versions) {
      yield {
        photograph: photograph.name,
        folder: dirname(photograph.sourcePath),
        taken: taken(photograph.takenAt),
        added: day(photograph.addedAt),
        width: photograph.width,
        height: photograph.height,
        flag: flagLabels[decision.flag],
        stars: decision.stars,
        label: labelWord(photograph),
        note: decision.note,
        batch: titleOf(version?.batchId ?? batchOf(photograph)),
        recipe: version?.recipeName ?? '',
        operation: version?.operation ?? '',
        element: version?.element ?? null,
        version: version?.version ?? null,
        result: version?.path ?? null,
        document_id: version === null ? '' : documentId(store, version.jobId),
        result_width: version?.width ?? null,
        result_height: version?.height ?? null,
        result_bytes: version?.bytes ?? null,
        result_flag: version === null ? '' : flagLabels[version.decision.flag],
        findings: version === null ? '' : found(version),
        ...clientCells(photograph),
        ...texts,
        keywords: keywords.join('; '),
      };
    }
  }
}

/** The same with what each analysis answered, whole. */
export async function* resultData(
  choice: ExportChoice,
  ids: readonly number[],
  context: Pick<ExportContext, 'store' | 'toWords'>,
): AsyncGenerator<object> {
  const { store } = context;
  for await (const { photograph } of allItems(store, choice, ids)) {
    const versions = await store.photographViews.versions(photograph.id);
    const results = versions.map(({ present: _, ...version }) => ({
      ...version,
      documentId: documentId(store, version.jobId),
      analysis: version.kind === 'analysis' ? (store.results.analysis(version.id)?.body ?? null) : undefined,
    }));
    const { id, name, sourcePath, takenAt, addedAt, width, height, decision, foreignLabel, clients } = photograph;
    const times = { takenAt: taken(takenAt), addedAt: day(addedAt) };
    const details = store.photographDetails.get(id);
    yield { id, name, sourcePath, ...times, width, height, decision, foreignLabel, details, clients, results };
  }
}

/** What became of each photograph of these batches; `sent`: how many requests, of a service that charges or may. */
export async function* batchRows(
  batchIds: readonly number[],
  { store, toWords }: { readonly store: Store; readonly toWords: ExportContext['toWords'] },
): AsyncGenerator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  const profiles = new Map(store.profiles.list().map((profile) => [profile.id, profile]));
  for (const batchId of batchIds) {
    for (const [index, job] of store.views.ofBatch(batchId).entries()) {
      // Screens and queue do not wait for a table.
      if (index % perTurn === 0) await new Promise(setImmediate);
      const profile = profiles.get(job.profileId);
      const sent = store.stepRuns.ofJob(job.id).filter(({ submittedAt }) => submittedAt !== null).length;
      yield {
        batch: titleOf(batchId),
        photograph: job.name,
        folder: dirname(job.sourcePath),
        recipe: job.recipeName,
        state: job.state,
        results: job.resultCount,
        files: store.results.outcomeOf(job.id).paths.join('; '),
        document_id: documentId(store, job.id),
        reason: job.error === null ? '' : toWords(job.error.message),
        service: profile?.name ?? job.profileId,
        requests: sent,
        charged: sent > 0 && profile?.charges === true ? 'possible' : '',
        started: day(job.startedAt),
        finished: day(job.finishedAt),
      };
    }
  }
}

/** @param to an existing folder. @returns the path of the new file */
export async function writeCsv(
  rows: Iterable<Row> | AsyncIterable<Row>,
  to: string,
  separator: CsvSeparator,
  signal: AbortSignal,
): Promise<string> {
  const path = join(to, `table-${randomUUID()}.csv`);
  const table = stringify(csvOptions(separator));
  await pipeline(Readable.from(rows), table, createWriteStream(path, { flags: 'wx' }), { signal });
  return path;
}

/** An array with one line for each. */
export async function writeJson(
  rows: Iterable<object> | AsyncIterable<object>,
  to: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(to, `data-${randomUUID()}.json`);
  async function* lines() {
    let before = '[\n';
    for await (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx' }), { signal });
  return path;
}
