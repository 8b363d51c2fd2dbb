/** Fits the input images of a step to the limits of its operation. */
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import { type CutoutForm, cutoutForm } from '../../../../contract/operations/cutout.ts';
import type { ImageInput, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { maxMetadataBytes } from '../../../imaging/container/metadata-limit.ts';
import type { Developed } from '../../../imaging/decode/image-facts.ts';
import { sniff } from '../../../imaging/decode/sniff-format.ts';
import { hasExcessData, isMissingEndMarker } from '../../../imaging/decode/trim-input.ts';
import { ImagingError } from '../../../imaging/errors.ts';
import { type FittedUpload, fitToInput } from '../../../imaging/fit/fit.ts';
import { describeStep, type FitStep } from '../../../imaging/fit/fit-steps.ts';
import type { Job } from '../../../store/index.ts';
import { jobError, StageEnd } from '../../stage-outcome.ts';
import type { PreparedUpload, StageContext } from '../stage-types.ts';
import { readDevelopedInfo } from './developed-source.ts';

export interface FittedInputs {
  readonly upload: PreparedUpload;
  readonly main: FittedUpload | undefined;
  readonly notes: readonly MessageDescriptor[];
}

/** @throws StageEnd if an image is missing or cannot be fitted */
export async function fitUploads(job: Job, context: StageContext): Promise<FittedInputs> {
  const { folder } = context;
  const spec: OperationSpec = operations[job.operation];
  const step = job.recipe.steps[job.step] as Step;
  const developed = job.step === 0 ? readDevelopedInfo(folder) : null;
  const notes: MessageDescriptor[] = [
    ...(developed?.notes ?? []),
    ...(job.step === 0 ? await describeSourceIssues(folder) : []),
  ];
  const uploads: Record<string, FittedUpload> = {};
  for (const [index, input] of spec.images.entries()) {
    const source = index === 0 ? folder.stepInput(job.step) : step.reference;
    if (source === null) throw missingReference(spec);
    const upload = await context.atRisk(() => fitInput(source, input, job, context));
    uploads[input.field] = upload;
    notes.push(...upload.steps.map((each) => describeInputStep(each, index, input, developed)));
  }
  const main = uploads[spec.images[0]?.field ?? ''];
  return { upload: { uploads, localForm: localForm(spec, step, main) }, main, notes };
}

async function fitInput(
  source: string,
  input: ImageInput,
  { operation, recipe }: Job,
  { folder, signal }: StageContext,
): Promise<FittedUpload> {
  const allow = recipe.fit;
  try {
    return await fitToInput({
      source,
      operation: operations[operation],
      input,
      to: folder.scratch,
      isFitAllowed: allow,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ImagingError)) throw error;
    const advice = error.code === 'DOES_NOT_FIT' && !allow ? 'edit-recipe' : 'replace-file';
    throw new StageEnd({ kind: 'fail', error: jobError('input', error.code, error.sentence, advice) });
  }
}

function missingReference({ title }: OperationSpec): StageEnd {
  const message = msg('pipeline.noReference', { operation: { named: title } });
  return new StageEnd({ kind: 'fail', error: jobError('input', 'NO_REFERENCE', message, 'edit-recipe') });
}

async function describeSourceIssues({ source }: StageContext['folder']): Promise<MessageDescriptor[]> {
  const sniffed = await sniff(source);
  if (sniffed.kind !== 'readable') return [];
  const hasSurplus = await hasExcessData(source, sniffed.format);
  return [
    ...(hasSurplus ? [msg('pipeline.fitted.surplus', { most: { bytes: maxMetadataBytes } })] : []),
    ...((await isMissingEndMarker(source, sniffed.format)) ? [msg('pipeline.fitted.noEndMark')] : []),
  ];
}

function describeInputStep(step: FitStep, index: number, input: ImageInput, developed: Developed | null) {
  if (index === 0) return describeStep(withOriginalFormat(step, developed));
  return msg('pipeline.fitted.input', { input: { named: input.label }, step: describeStep(step) });
}

/** Names the original format. The embedded picture of a raw file is a JPEG. */
function withOriginalFormat(step: FitStep, developed: Developed | null): FitStep {
  const isEmbedded = developed?.embedded != null;
  if (step.kind !== 'converted' || developed === null || isEmbedded) return step;
  return { ...step, from: developed.from };
}

/**
 * Returns the form to make here from a plain cutout. An upload of the photograph itself gets its form from the
 * service.
 */
function localForm(spec: OperationSpec, step: Step, upload: FittedUpload | undefined): CutoutForm | null {
  if (spec.outputForm === undefined || upload === undefined || upload.steps.length === 0) return null;
  return cutoutForm(step.params[spec.outputForm]);
}
