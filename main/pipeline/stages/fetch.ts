/** Stage 4: brings every result image home, at once: result URLs expire. What is paid is tried for as long as it may be there. */
import { statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { builtInProfileId, pollIntervalOf } from '../../../contract/services/profile.ts';
import { syncContent } from '../../files/atomic-write.ts';
import { inspectImage } from '../../imaging/read/inspect-image.ts';
import { removeExcessData } from '../../imaging/read/trim-input.ts';
import { assertResultSize } from '../../imaging/restore/result-size-limit.ts';
import type { Size } from '../../imaging/size.ts';
import { isRefusal } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Downloaded, DownloadOptions } from '../../service/results/download.ts';
import type { ResultUrl } from '../../service/results/read-result.ts';
import { type RequestOutcome, type RequestSlot, requestOutcome } from '../../service/throttle/request-limiter.ts';
import type { Job } from '../../store/index.ts';
import { jobError, missingResultOutcome, type Outcome, StageEnd } from '../stage-outcome.ts';
import { copySource, hasSourceCopy } from './copy-source.ts';
import { fetchFailureOutcome } from './fetch-failure.ts';
import { hasLostFile, heldHash, isHome } from './kept-files.ts';
import { saveResponse } from './save-response.ts';
import type { ResponseFile, StageContext, StepResponse } from './stage-types.ts';
import { stepRunOf } from './step-run.ts';
import { makeWorkFolder, syncWorkFiles } from './work-folder.ts';

export async function fetchResults(job: Job, context: StageContext): Promise<Outcome> {
  const run = stepRunOf(job, context.store);
  const known = run?.answer;
  // Without either, a damaged database has lost what was paid.
  if (!known && run?.taskId == null) return missingResultOutcome();
  try {
    // It is gone when the job was taken off the list, swept, and added again.
    await makeWorkFolder(context.folder);
    // The address had expired before its time, or was wrong, or is an earlier one of the engine: the task knows the present one.
    const isOutOfDate = !known || job.error?.kind === 'expired' || (await engineHasMoved(job, context));
    const isLost = known ? await hasLostFile(known, context) : false;
    const renewed = isOutOfDate || isLost ? await renewedAnswer(job, context) : null;
    if (renewed === 'not-now') return { kind: 'back' };
    const answer = renewed ?? (isLost && run?.taskId != null ? null : known);
    if (!answer) return context.isOver() ? missingResultOutcome() : { kind: 'back' };
    return await downloadResults(job, answer, context);
  } catch (error) {
    return ending(error, job, context);
  }
}

async function downloadResults(job: Job, answer: StepResponse, context: StageContext): Promise<Outcome> {
  const { store, folder } = context;
  const files: ResponseFile[] = [];
  let room = maxTotalResultBytes;
  const uploads = Object.values(stepRunOf(job, store)?.fit?.uploads ?? {});
  for (const [index, file] of answer.files.entries()) {
    const path = 'path' in file.from ? file.from.path : folder.result(job.step, index);
    if (!(await isHome(path, file, context))) {
      if ('path' in file.from) return missingResultOutcome();
      const slot = context.tryAcquireSlot('download');
      if (slot === null) return { kind: 'back' };
      const share = (fraction: number) => (index + fraction) / answer.files.length;
      const onProgress = (fraction: number) => store.progress.set(job.id, 'receiving', share(fraction));
      const { isUnencrypted } = await download(file.from, path, slot, context, { onProgress, maxBytes: room, uploads });
      if (isUnencrypted && index === 0)
        store.events.add(job.id, { kind: 'notice', text: msg('pipeline.result.inTheOpen') });
    }
    await context.hold(path);
    // Ours to change, and carried over from the photograph anyway.
    await removeExcessData(path);
    await assertResultSize(path, uploads);
    room -= statSync(path).size;
    const hash = await heldHash(path, context);
    files.push({ ...file, from: { path }, ...(hash === null ? {} : { hash }) });
  }
  // Their content is durable since they have their names.
  await syncWorkFiles(folder, []);
  if (!(await hasSourceCopy(job, context))) await copySourceAgain(job, context);
  // From here on the URLs are not needed; they are secrets.
  return {
    kind: 'next',
    to: 'placing',
    commit: () => store.stepRuns.answered(job.id, job.step, { ...answer, files }),
  };
}

/**
 * The photograph as it was sent, which its result is to be finished with; the work folder had been swept. Any other file that
 * was taken in with the same content serves as well: it may be the same one, under another name.
 */
async function copySourceAgain(job: Job, context: StageContext): Promise<void> {
  const isTaken = async (sourcePath: string) => (await copySource({ ...job, sourcePath }, context)) === null;
  const own = await isTaken(job.sourcePath).catch((fault: unknown) => {
    if (fault instanceof StageEnd) return fault;
    throw fault;
  });
  if (own === true) return;
  for (const path of context.store.jobs.pathsOf(job.contentHash)) {
    if (path !== job.sourcePath && (await isTaken(path).catch(() => false))) return;
  }
  if (own !== false) throw own;
  const message = msg('pipeline.source.changed', { name: basename(job.sourcePath) });
  throw new StageEnd({ kind: 'fail', error: jobError('input', 'SOURCE_CHANGED', message, 'replace-file') });
}

/** All results of one photograph together. */
const maxTotalResultBytes = 1024 * 1024 * 1024;

async function download(
  { url, namedFrom }: ResultUrl,
  path: string,
  slot: RequestSlot,
  { service, signal, atRisk }: StageContext,
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
    // A name stands for a complete file, in a power cut too.
    await syncContent(part);
    await rename(part, path);
    return downloaded;
  } catch (error) {
    // An address that is refused says nothing about the service.
    slot.release(isRefusal(error) ? 'answered' : requestOutcome(error));
    throw error;
  }
}

/** Stores and returns the answer with the task's present addresses. Returns null if there is no task to ask, or it does not say. */
async function renewedAnswer(job: Job, context: StageContext): Promise<StepResponse | null | 'not-now'> {
  const { store, service, folder, signal } = context;
  const run = store.stepRuns.get(job.id, job.step);
  if (run?.taskId == null) return null;
  const { client } = await service();
  const slot = context.tryAcquireSlot('query');
  if (slot === null) return 'not-now';
  let ended: RequestOutcome = 'answered';
  const response = await client
    .query(job.operation, run.taskId, folder.scratch, signal)
    .catch((error: unknown) => {
      ended = requestOutcome(error);
      if (error instanceof ServiceFailure) return null;
      throw error;
    })
    .finally(() => slot.release(ended));
  if (response?.kind !== 'result') return null;
  const answer = await saveResponse(response.result, job.step, folder);
  store.stepRuns.answered(job.id, job.step, answer);
  return answer;
}

async function ending(error: unknown, job: Job, context: StageContext): Promise<Outcome> {
  const { signal, canCharge } = context;
  if (signal.aborted || !(error instanceof ServiceFailure || error instanceof StageEnd)) throw error;
  const hasMoved = error instanceof ServiceFailure && (await engineHasMoved(job, context));
  const pollMs = pollIntervalOf(context.store.profiles.get(job.profileId));
  return fetchFailureOutcome(error, { canCharge, isOver: context.isOver(), hasMoved, pollMs });
}

/**
 * The built-in engine has another port with each start. What it gave out at an earlier one is asked for at its task, and made
 * again where there was none.
 */
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
