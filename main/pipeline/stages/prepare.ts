/** Stage 1: makes sure that the job can be done and its result be kept, and readies the upload. */
import { basename } from 'node:path';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type CutoutForm, cutoutForm } from '../../../contract/operations/cutout.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { maxMetadataBytes } from '../../imaging/container/metadata-limit.ts';
import type { Developed } from '../../imaging/develop/developed-types.ts';
import { ImagingError } from '../../imaging/errors.ts';
import { type FittedUpload, fitToInput } from '../../imaging/fit/fit.ts';
import { describeStep, type FitStep } from '../../imaging/fit/fit-steps.ts';
import { sniff } from '../../imaging/read/sniff-format.ts';
import { hasExcessData, isMissingEndMarker } from '../../imaging/read/trim-input.ts';
import type { EventText, Job } from '../../store/index.ts';
import { dataFolderSpaceProblem, resultSizeFactor } from '../output/free-space.ts';
import { outputFolderTrouble, outputRoots } from '../output/target-folder.ts';
import { jobError, type Outcome, StageEnd } from '../stage-outcome.ts';
import { missingBackground } from './check-backgrounds.ts';
import { checkConditions } from './check-conditions.ts';
import { copySource, type SourceContent } from './copy-source.ts';
import { readDevelopedInfo } from './developed-source.ts';
import { findExistingResult } from './existing-results.ts';
import { prepareFolders } from './place-file.ts';
import type { PreparedUpload, StageContext } from './stage-types.ts';
import { resumeFromCachedSteps } from './step-cache.ts';
import { findLostStepInput } from './step-input.ts';
import { clearResults, makeWorkFolder } from './work-folder.ts';

export async function prepare(job: Job, context: StageContext): Promise<Outcome> {
  const { store, folder, signal } = context;
  const spec: OperationSpec = operations[job.operation];
  const step = job.recipe.steps[job.step] as Step;
  const existingResult = await findExistingResult(job, context);
  if (existingResult !== null) {
    const text = msg('pipeline.skipped', { name: basename(existingResult) });
    // Nothing came of an earlier try that the user had sent again, either: it is looked at anew when it is asked for.
    const commit = () => store.stepRuns.notTaken(job.id, job.step);
    return { kind: 'next', to: 'done', event: { kind: 'notice', text }, commit };
  }
  const available = await context.available();
  if (available !== null && !available.has(job.operation)) {
    const message = msg('pipeline.notAvailable', { operation: { named: spec.title } });
    return { kind: 'fail', error: jobError('service', 'NOT_AVAILABLE', message, 'edit-recipe') };
  }
  if (operations[job.recipe.steps.at(-1)?.operation ?? job.operation].restore !== 'coordinates') {
    const { batchId } = job;
    const bytes = job.bytes * resultSizeFactor;
    for (const outputFolder of outputRoots(job)) {
      if (context.outputs.hasJustTaken(outputFolder)) continue;
      const top = { batchId, outputFolder };
      const error = await outputFolderTrouble(top, bytes, { maker: context.maker, notes: store.temporaryFiles });
      if (error) return { kind: 'closed', closed: { folder: outputFolder, batchId, bytes, error } };
    }
    // Made now as well: a file in the place of a subfolder is the trouble of those that go there.
    await prepareFolders(job, context);
  }
  const noBackground = await missingBackground(job);
  if (noBackground !== null) return noBackground;
  const low = await dataFolderSpaceProblem(job, store);
  if (low) return { kind: 'closed', closed: low };

  await makeWorkFolder(folder);
  // The work of an earlier try at this step, and of what was sent before the user had it sent again.
  clearResults(folder, job.step);
  if (job.step === 0) {
    const changed = await copySource(job, context);
    if (changed !== null) return withNewContent(job, changed, context);
    const left = await checkConditions(job, context);
    if (left !== null) return left;
    const further = await context.atRisk(() => resumeFromCachedSteps(job, context));
    if (further !== null) return further;
  } else {
    const lost = await findLostStepInput(job, context);
    if (lost !== null) return lost;
  }

  const uploads: Record<string, FittedUpload> = {};
  const developed = job.step === 0 ? readDevelopedInfo(folder) : null;
  const fittings: MessageDescriptor[] = [
    ...(developed?.notes ?? []),
    ...(job.step === 0 ? await describeSourceIssues(folder) : []),
  ];
  for (const [index, input] of spec.images.entries()) {
    const source = index === 0 ? folder.stepInput(job.step) : step.reference;
    if (source === null) {
      const message = msg('pipeline.noReference', { operation: { named: spec.title } });
      return { kind: 'fail', error: jobError('input', 'NO_REFERENCE', message, 'edit-recipe') };
    }
    const fitted = await context.atRisk(() =>
      fitOrEnd({
        source,
        operation: spec,
        input,
        to: folder.scratch,
        allow: job.recipe.fit,
        signal,
      }),
    );
    uploads[input.field] = fitted;
    const steps = fitted.steps.map((step) => describeStep(index === 0 ? ofFile(step, developed) : step));
    const ofInput = (step: MessageDescriptor) => msg('pipeline.fitted.input', { input: { named: input.label }, step });
    fittings.push(...(index === 0 ? steps : steps.map(ofInput)));
  }

  const main = uploads[spec.images[0]?.field ?? ''];
  const prepared: PreparedUpload = { uploads, localForm: localForm(spec, step, main) };
  const event: EventText | undefined =
    fittings.length > 0 ? { kind: 'fitted', text: joinMessages(msg('pipeline.fitted'), ...fittings) } : undefined;
  return {
    kind: 'next',
    to: 'submitting',
    ...(event ? { event } : {}),
    commit: () => {
      store.stepRuns.prepared(job.id, job.step, {
        operation: job.operation,
        fitted: fittings,
        fit: prepared,
        uploadWidth: main?.width ?? null,
        uploadHeight: main?.height ?? null,
      });
      store.stepRuns.sending(job.id, job.step);
    },
  };
}

/** Said where something of the file is left behind, or missing. */
async function describeSourceIssues({ source }: StageContext['folder']): Promise<MessageDescriptor[]> {
  const sniffed = await sniff(source);
  if (sniffed.kind !== 'readable') return [];
  const hasSurplus = await hasExcessData(source, sniffed.format);
  return [
    ...(hasSurplus ? [msg('pipeline.fitted.surplus', { most: { bytes: maxMetadataBytes } })] : []),
    ...((await isMissingEndMarker(source, sniffed.format)) ? [msg('pipeline.fitted.noEndMark')] : []),
  ];
}

/** What a working copy was converted from is what people know their file as; a raw file's own picture is a JPEG. */
function ofFile(step: FitStep, developed: Developed | null): FitStep {
  const isCameras = developed?.embedded != null;
  if (step.kind !== 'converted' || developed === null || isCameras) return step;
  return { ...step, from: developed.from };
}

/** What it was taken in as is gone; what the file holds now has a name of its own among contents, and maybe a job already. */
function withNewContent(job: Job, content: SourceContent, { store }: StageContext): Outcome {
  const text = msg('pipeline.source.newContent');
  const elsewhere: Outcome = {
    kind: 'next',
    to: 'cancelled',
    event: { kind: 'notice', text: msg('pipeline.source.elsewhere') },
  };
  const commit = () => (store.jobs.changeContent(job.id, content) ? undefined : elsewhere);
  return { kind: 'next', to: 'queued', event: { kind: 'notice', text }, commit };
}

async function fitOrEnd(request: Parameters<typeof fitToInput>[0]): Promise<FittedUpload> {
  try {
    return await fitToInput(request);
  } catch (error) {
    if (!(error instanceof ImagingError)) throw error;
    const advice = error.code === 'DOES_NOT_FIT' && !request.allow ? 'edit-recipe' : 'replace-file';
    throw new StageEnd({ kind: 'fail', error: jobError('input', error.code, error.sentence, advice) });
  }
}

/**
 * A mask, white background or crop of a fitted upload is made here, at full size, from a plain cutout; of an upload that is
 * the photograph itself the service makes it.
 */
function localForm(spec: OperationSpec, step: Step, upload: FittedUpload | undefined): CutoutForm | null {
  if (spec.outputForm === undefined || upload === undefined || upload.steps.length === 0) return null;
  return cutoutForm(step.params[spec.outputForm]);
}
