/** Stage 5: places the results of the last step, or begins the next one. */
import { msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { ImagingError } from '../../imaging/errors.ts';
import { scaleAnalysis, scaleToOriginal } from '../../imaging/restore/index.ts';
import type { Job } from '../../store/index.ts';
import type { Outcome } from '../stage-outcome.ts';
import { completeWithAnalysis, completeWithImages, type PlacedImage } from './results/complete-job.ts';
import { restoreFullSize } from './results/finish-image.ts';
import { placeFollower } from './results/place-follower.ts';
import { finishRequest, placeImage } from './results/place-image.ts';
import { lostFitOutcome, rebuildFit, withFitNotice } from './results/rebuild-fit.ts';
import { checkFollowerConditions } from './source/check-conditions.ts';
import { hasSourceCopy } from './source/copy-source.ts';
import type { PreparedUpload, StageContext, StepResponse } from './stage-types.ts';
import { hasLostFile } from './work/kept-files.ts';
import { writeStepInput } from './work/step-input.ts';
import { stepRunOf } from './work/step-run.ts';

export async function place(job: Job, context: StageContext): Promise<Outcome> {
  const run = stepRunOf(job, context.store);
  const response = run?.answer ?? null;
  if (job.follows !== null && !response) {
    return (await checkFollowerConditions(job, context)) ?? placeFollower(job, job.follows, context);
  }
  // The task may still have a response that a damaged database has lost.
  if (run === null || response === null) return { kind: 'next', to: 'fetching' };
  if (run.fit !== null) return placeResponse(job, response, run.fit, context);
  const rebuilt = await rebuildFit(job, response, run, context);
  if (rebuilt === null) return lostFitOutcome();
  return withFitNotice(await placeResponse(job, response, rebuilt, context), job, context);
}

async function placeResponse(
  job: Job,
  response: StepResponse,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<Outcome> {
  if (response.analysis !== undefined) return storeAnalysis(job, response.analysis, prepared, context);
  // A power cut may have damaged them since.
  if ((await hasLostFile(response, context)) || !(await hasSourceCopy(job, context)))
    return { kind: 'next', to: 'fetching' };
  if (job.step < job.recipe.steps.length - 1) return beginNextStep(job, response, prepared, context);

  const images: PlacedImage[] = [];
  for (const file of response.files) images.push(await placeImage(job, file, prepared, context));
  return completeWithImages(job, images, context);
}

function storeAnalysis(job: Job, raw: unknown, prepared: PreparedUpload, context: StageContext): Outcome {
  const spec: OperationSpec = operations[job.operation];
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  const body = upload ? scaleAnalysis(spec, raw, scaleToOriginal(upload)) : raw;
  const { width, height } = upload?.original ?? job;
  return completeWithAnalysis(job, { raw, body: body === raw ? null : body, width, height }, context);
}

async function beginNextStep(
  job: Job,
  response: StepResponse,
  prepared: PreparedUpload,
  context: StageContext,
): Promise<Outcome> {
  const [file] = response.files;
  if (file === undefined) throw new ImagingError('BAD_RESULT', msg('pipeline.result.none'));
  const image = await context.atRisk(() => restoreFullSize(finishRequest(job, file, prepared, context)));
  const nextInput = await writeStepInput(image, job.step + 1, context);
  return {
    kind: 'next',
    to: 'queued',
    step: job.step + 1,
    event: { kind: 'state', text: msg('pipeline.step.done', { step: job.step + 1, steps: job.recipe.steps.length }) },
    // A power cut may take the image made from the response.
    commit: () => context.store.stepRuns.answered(job.id, job.step, { ...response, nextInput }),
  };
}
