/** Stage 4: brings every result image home, at once: result URLs expire. */
import { rename, rm, stat } from 'node:fs/promises';
import { inspectImage } from '../imaging/inspect.ts';
import { ServiceFailure } from '../service/failure.ts';
import type { Job } from '../store/index.ts';
import { maxAttempts } from './backoff.ts';
import { jobError, type Outcome, outcomeOf, StageEnd } from './outcome.ts';
import type { Answer, AnswerFile, StageTools } from './stage.ts';

export async function fetchResults(job: Job, tools: StageTools): Promise<Outcome> {
  const { store, folder } = tools;
  const answer = store.stepRuns.get(job.id, job.step)?.answer as Answer | null | undefined;
  if (!answer)
    return { kind: 'next', to: 'queued', event: { kind: 'notice', text: 'The answer is not there any more.' } };
  const files: AnswerFile[] = [];
  for (const [index, file] of answer.files.entries()) {
    const path = 'path' in file.from ? file.from.path : folder.result(job.step, index);
    if (!(await isWhole(path))) {
      if ('path' in file.from) return gone();
      const share = (fraction: number) => (index + fraction) / answer.files.length;
      await download(file.from.url, path, tools, (fraction) =>
        store.progress.set(job.id, 'receiving', share(fraction)),
      ).catch((error: unknown) => ending(error, job, tools));
    }
    files.push({ ...file, from: { path } });
  }
  // From here on the URLs are not needed; they are secrets.
  return {
    kind: 'next',
    to: 'placing',
    commit: () => store.stepRuns.answered(job.id, job.step, { ...answer, files }),
  };
}

async function download(
  url: string,
  path: string,
  { service, signal }: StageTools,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { client } = await service();
  const part = `${path}.part`;
  await client.download(url, part, { signal, onProgress });
  const facts = await inspectImage(part);
  if (facts.kind !== 'image') {
    await rm(part, { force: true });
    const message = 'The result arrived damaged. Burnish fetches it again.';
    throw new StageEnd({ kind: 'retry', error: jobError('service', 'RESULT_DAMAGED', message, 'retry') });
  }
  await rename(part, path);
}

/** Whole as far as it was left by a rename; what a power cut made of it is found when it is decoded. */
async function isWhole(path: string): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/**
 * A result that is gone for good makes a later try submit anew. The built-in engine's results are made again at once: that
 * costs nothing, and its address changes with each start.
 */
async function ending(error: unknown, job: Job, { signal, service, store }: StageTools): Promise<never> {
  if (!(error instanceof ServiceFailure) || signal.aborted || error.subject === 'disk') throw error;
  const { kind } = await service();
  const outcome = outcomeOf(error);
  if (kind === 'built-in' && job.attempts < maxAttempts) {
    throw new StageEnd({
      kind: 'next',
      to: 'queued',
      event: { kind: 'notice', text: 'The engine no longer has the result; made again.' },
      commit: () => store.stepRuns.spent(job.id, job.step),
    });
  }
  throw outcome.kind === 'fail' && error.subject === 'expired' ? new StageEnd({ ...outcome, spent: true }) : error;
}

function gone(): Outcome {
  const message = 'The result is no longer in Burnish’s work folder. Send the photograph again.';
  return { kind: 'fail', spent: true, error: jobError('expired', 'RESULT_GONE', message, 'retry') };
}
