/** Decisions, photo info, results and findings as rows of a table, or as data. */
import { dirname } from 'node:path';
import type { ExportChoice } from '../../../contract/delivery/export.ts';
import { nameTimes } from '../../../contract/recipes/naming.ts';
import type { ClientMark, PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { labels } from '../../../contract/review/photo-decision.ts';
import { documentIdOf } from '../../imaging/metadata/rules/xmp-document-id.ts';
import type { Store } from '../../store/index.ts';
import type { ExportContext } from '../common/export-context.ts';
import { batchOf, createBatchTitles, readPhotographs } from '../common/export-items.ts';
import { isoTime, type Row } from './table-files.ts';

const flagLabels = { '-1': 'rejected', '0': '', '1': 'picked' } as const;
/** Rows between two pauses for the window and the queue. */
const rowsPerSlice = 10;

const labelTitle = ({ decision: { label }, foreignLabel }: PhotographView) =>
  label === 0 ? foreignLabel : (labels[label] ?? '');

/** Time that the camera's clock showed, without a zone. */
function cameraTime(timestamp: number | null): string | null {
  if (timestamp === null) return null;
  const { date, time } = nameTimes(timestamp);
  return `${date}T${time.replaceAll('-', ':')}`;
}

/** Findings as "kind text value", separated by semicolons. */
const findingsCell = ({ findings }: VersionView) =>
  findings
    .map(({ kind, text, value }) => [kind, text, value].filter((part) => part !== null && part !== '').join(' '))
    .join('; ');

/** Id of the original, as in the XMP of a job's results; '' if unknown. */
function documentId(store: Store, jobId: number): string {
  const hash = store.jobs.get(jobId)?.contentHash;
  return hash ? documentIdOf(hash) : '';
}

/** Picks, stars and comments of clients, with their names. */
function clientCells({ clients }: PhotographView) {
  const named = (cellOf: (mark: ClientMark) => string | number) =>
    clients.flatMap((mark) => (cellOf(mark) ? [`${mark.name}: ${cellOf(mark)}`] : [])).join('; ');
  return {
    client_picked: clients.flatMap(({ picked, name }) => (picked ? [name] : [])).join('; '),
    client_stars: named(({ stars }) => stars),
    client_comments: named(({ comment }) => comment),
  };
}

/** Yields a row for each result, and one for each photograph without a result. */
export async function* resultRows(
  choice: ExportChoice,
  ids: readonly number[],
  { store, toWords }: Pick<ExportContext, 'store' | 'toWords'>,
): AsyncGenerator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  for await (const { photograph } of readPhotographs(store, choice, ids)) {
    const { decision } = photograph;
    const { keywords, ...texts } = store.photographDetails.get(photograph.id);
    const versions = await store.photographViews.versions(photograph.id);
    for (const version of versions.length === 0 ? [null] : versions) {
      yield {
        photograph: photograph.name,
        folder: dirname(photograph.sourcePath),
        taken: cameraTime(photograph.takenAt),
        added: isoTime(photograph.addedAt),
        width: photograph.width,
        height: photograph.height,
        flag: flagLabels[decision.flag],
        stars: decision.stars,
        label: labelTitle(photograph),
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
        findings: version === null ? '' : findingsCell(version),
        ...clientCells(photograph),
        ...texts,
        keywords: keywords.join('; '),
      };
    }
  }
}

/** Yields an object for each photograph, with the complete responses of analyses. */
export async function* resultData(
  choice: ExportChoice,
  ids: readonly number[],
  context: Pick<ExportContext, 'store' | 'toWords'>,
): AsyncGenerator<object> {
  const { store } = context;
  for await (const { photograph } of readPhotographs(store, choice, ids)) {
    const versions = await store.photographViews.versions(photograph.id);
    const results = versions.map(({ present: _, ...version }) => ({
      ...version,
      documentId: documentId(store, version.jobId),
      analysis: version.kind === 'analysis' ? (store.results.analysis(version.id)?.body ?? null) : undefined,
    }));
    const { id, name, sourcePath, width, height, decision, foreignLabel, clients } = photograph;
    yield {
      id,
      name,
      sourcePath,
      takenAt: cameraTime(photograph.takenAt),
      addedAt: isoTime(photograph.addedAt),
      width,
      height,
      decision,
      foreignLabel,
      details: store.photographDetails.get(id),
      clients,
      results,
    };
  }
}

/** Yields a row with the outcome of each job of these batches. */
export async function* batchRows(
  batchIds: readonly number[],
  { store, toWords }: { readonly store: Store; readonly toWords: ExportContext['toWords'] },
): AsyncGenerator<Row> {
  const titleOf = createBatchTitles(store, toWords);
  const profiles = new Map(store.profiles.list().map((profile) => [profile.id, profile]));
  for (const batchId of batchIds) {
    for (const [index, job] of store.views.ofBatch(batchId).entries()) {
      if (index % rowsPerSlice === 0) await new Promise(setImmediate);
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
        started: isoTime(job.startedAt),
        finished: isoTime(job.finishedAt),
      };
    }
  }
}
