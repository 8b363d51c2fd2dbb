/** Stage 4: downloads results at once, because their URLs expire. */
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { builtInProfileId, pollIntervalOf } from '../../../contract/services/profile.ts';
import { syncContent } from '../../files/atomic-write.ts';
import { pinnedFileAt } from '../../imaging/container/pinned-files.ts';
import { removeExcessData } from '../../imaging/decode/trim-input.ts';
import { inspectImage } from '../../imaging/read/inspect-image.ts';
import { assertResultSize } from '../../imaging/restore/index.ts';
import type { Size } from '../../imaging/size.ts';
import { isRefusal } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Downloaded, DownloadOptions } from '../../service/results/download.ts';
import type { ResultUrl } from '../../service/results/read-result.ts';
import { type RequestOutcome, type RequestSlot, requestOutcome } from '../../service/throttle/request-limiter.ts';
import type { Job } from '../../store/index.ts';
import { jobError, missingResultOutcome, type Outcome, StageEnd } from '../stage-outcome.ts';
import { fetchFailureOutcome } from './fetch-failure.ts';
import { copySource, hasSourceCopy } from './source/copy-source.ts';
import type { ResponseFile, StageContext, StepResponse } from './stage-types.ts';
import { hashFile, hasLostFile, isDownloaded } from './work/kept-files.ts';
import { saveResponse } from './work/save-response.ts';
import { stepRunOf } from './work/step-run.ts';
import { makeWorkFolder, moveIntoFolder, syncWorkFolder } from './work/work-folder.ts';

export async function fetchResults(job: Job, context: StageContext): Promise<Outcome> {
  const run = stepRunOf(job, context.store);
  const known = run?.answer;
  // A damaged database has lost the paid result.
  if (!known && run?.taskId == null) return missingResultOutcome();
  try {
    // It is missing if the job was removed, swept and added again.
    if (!holdsAll(known)) await makeWorkFolder(context.folder);
    // The URL is expired, wrong, or of an earlier engine process. The task has the present one.
    const isOutOfDate = !known || job.error?.kind === 'expired' || (await engineHasMoved(job, context));
    const isLost = known ? await hasLostFile(known, context) : false;
    const renewed = isOutOfDate || isLost ? await renewResponse(job, context) : null;
    if (renewed === 'not-now') return { kind: 'back' };
    const response = renewed ?? (isLost && run?.taskId != null ? null : known);
    if (!response) return context.isOver() ? missingResultOutcome() : { kind: 'back' };
    return await downloadResults(job, response, context);
  } catch (error) {
    return failureOutcome(error, job, context);
  }
}

async function downloadResults(job: Job, response: StepResponse, context: StageContext): Promise<Outcome> {
  const { store, folder } = context;
  const files: ResponseFile[] = [];
  let remainingBytes = maxTotalResultBytes;
  /** Whether their names are in a row. */
  let isSaved = true;
  const uploads = Object.values(stepRunOf(job, store)?.fit?.uploads ?? {});
  for (const [index, file] of response.files.entries()) {
    const path = 'path' in file.from ? file.from.path : folder.result(job.step, index);
    if (!(await isDownloaded(path, file, context))) {
      if ('path' in file.from) return missingResultOutcome();
      const slot = context.tryAcquireSlot('download');
      if (slot === null) return { kind: 'back' };
      const share = (fraction: number) => (index + fraction) / response.files.length;
      const onProgress = (fraction: number) => store.progress.set(job.id, 'receiving', share(fraction));
      const options = { onProgress, maxBytes: remainingBytes, uploads };
      const { isUnencrypted } = await download(file.from, path, slot, context, options);
      if (isUnencrypted && index === 0)
        store.events.add(job.id, { kind: 'notice', text: msg('pipeline.result.inTheOpen') });
    }
    await context.hold(path);
    // Finished files get the photograph's own metadata anyway.
    await removeExcessData(path);
    await assertResultSize(path, uploads);
    remainingBytes -= pinnedFileAt(path)?.bytes.length ?? statSync(path).size;
    const hash = await hashFile(path, context);
    isSaved &&= hash !== null && hash === file.hash;
    files.push({ ...file, from: { path }, ...(hash === null ? {} : { hash }) });
  }
  // Their content is synced already.
  if (!isSaved) await syncWorkFolder(folder);
  if (!(await hasSourceCopy(job, context))) await copySourceAgain(job, context);
  // URLs are secrets, and not needed any longer.
  return {
    kind: 'next',
    to: 'placing',
    commit: () => store.stepRuns.answered(job.id, job.step, { ...response, files }),
  };
}

/** Whether this process has saved all files of a response, and holds them. */
function holdsAll(response: StepResponse | null | undefined): boolean {
  const files = response?.files ?? [];
  return files.length > 0 && files.every(({ from }) => 'path' in from && pinnedFileAt(from.path) !== undefined);
}

/** Copies the sent content into a swept work folder, from any file that has it. @throws StageEnd if none does */
async function copySourceAgain(job: Job, context: StageContext): Promise<void> {
  const canCopy = async (sourcePath: string) => (await copySource({ ...job, sourcePath }, context)) === null;
  const own = await canCopy(job.sourcePath).catch((error: unknown) => {
    if (error instanceof StageEnd) return error;
    throw error;
  });
  if (own === true) return;
  for (const path of context.store.jobs.pathsOf(job.contentHash)) {
    if (path !== job.sourcePath && (await canCopy(path).catch(() => false))) return;
  }
  if (own !== false) throw own;
  const message = msg('pipeline.source.changed', { name: basename(job.sourcePath) });
  throw new StageEnd({ kind: 'fail', error: jobError('input', 'SOURCE_CHANGED', message, 'replace-file') });
}

/** Of one photograph. */
const maxTotalResultBytes = 1024 * 1024 * 1024;

async function download(
  { url, namedFrom }: ResultUrl,
  path: string,
  slot: RequestSlot,
  { service, signal, atRisk, folder }: StageContext,
  { uploads, ...options }: Pick<DownloadOptions, 'onProgress' | 'maxBytes'> & { readonly uploads: readonly Size[] },
): Promise<Downloaded> {
  try {
    const { client } = await service();
    const part = `${path}.part`;
    const downloaded = await client.download(url, part, { ...options, signal, namedFrom });
    slot.release('answered');
    await assertResultSize(part, uploads);
    const facts = await atRisk(() => inspectImage(part));
    if (facts.kind !== 'image') {
      await rm(part, { force: true });
      const message = msg('pipeline.result.damaged');
      throw new StageEnd({ kind: 'retry', error: jobError('service', 'RESULT_DAMAGED', message, 'retry') });
    }
    // Only complete files have this name, even after a power cut.
    await syncContent(part);
    await moveIntoFolder(folder, part, path);
    return downloaded;
  } catch (error) {
    // The service did not fail.
    slot.release(isRefusal(error) ? 'answered' : requestOutcome(error));
    throw error;
  }
}

/** Stores the task's present addresses. Returns null if it has no result. */
async function renewResponse(job: Job, context: StageContext): Promise<StepResponse | null | 'not-now'> {
  const { store, service, folder, signal } = context;
  const run = store.stepRuns.get(job.id, job.step);
  if (run?.taskId == null) return null;
  const { client } = await service();
  const slot = context.tryAcquireSlot('query');
  if (slot === null) return 'not-now';
  let ended: RequestOutcome = 'answered';
  const queried = await client
    .query(job.operation, run.taskId, folder.scratch, signal)
    .catch((error: unknown) => {
      ended = requestOutcome(error);
      if (error instanceof ServiceFailure) return null;
      throw error;
    })
    .finally(() => slot.release(ended));
  if (queried?.kind !== 'result') return null;
  const response = await saveResponse(queried.result, job.step, folder);
  store.stepRuns.answered(job.id, job.step, response);
  return response;
}

async function failureOutcome(error: unknown, job: Job, context: StageContext): Promise<Outcome> {
  const { canCharge } = context;
  // Also after an abort.
  if (!(error instanceof ServiceFailure || error instanceof StageEnd)) throw error;
  const hasMoved = error instanceof ServiceFailure && (await engineHasMoved(job, context));
  const pollMs = pollIntervalOf(context.store.profiles.get(job.profileId));
  return fetchFailureOutcome(error, { canCharge, isOver: context.isOver(), hasMoved, pollMs });
}

/** Whether a URL has the port of an earlier engine process. */
async function engineHasMoved(job: Job, { store, service }: StageContext): Promise<boolean> {
  if (job.profileId !== builtInProfileId) return false;
  const addresses = (stepRunOf(job, store)?.answer?.files ?? []).flatMap(({ from }) => ('url' in from ? from.url : []));
  if (addresses.length === 0) return false;
  const access = await service().catch((error: unknown) => {
    if (error instanceof StageEnd) return null;
    throw error;
  });
  const port = access === null ? undefined : URL.parse(access.client.baseUrl)?.port;
  return port !== undefined && addresses.some((address) => URL.parse(address)?.port !== port);
}
