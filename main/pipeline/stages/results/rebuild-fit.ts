/** Rebuilds the fit of an upload that a damaged database has lost. */
import { msg } from '../../../../contract/messages/message.ts';
import { cutoutForm } from '../../../../contract/operations/cutout.ts';
import type { ImageFormat, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Size } from '../../../imaging/size.ts';
import type { Job } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';
import type { PreparedUpload, ResponseFile, StageContext, StepResponse } from '../stage-types.ts';
import type { StageRun } from '../work/step-run.ts';

/**
 * Returns a fit that places the result unchanged, or null if that may be wrong. An image and its upload must have the
 * photograph's size; an analysis needs only the two sizes.
 */
export async function rebuildFit(
  { operation, recipe, step }: Job,
  response: StepResponse,
  { uploadWidth: width, uploadHeight: height }: Pick<StageRun, 'uploadWidth' | 'uploadHeight'>,
  { folder }: Pick<StageContext, 'folder'>,
): Promise<PreparedUpload | null> {
  const spec: OperationSpec = operations[operation];
  if (spec.restore === 'none') return { uploads: {}, localForm: null };
  const path = folder.stepInput(step);
  const facts = await inspectImage(path);
  if (facts.kind !== 'image' || width === null || height === null) return null;
  const original = { width: facts.width, height: facts.height };
  const isSameSize = width === original.width && height === original.height;
  // Other forms may have been left to this computer.
  const form = spec.outputForm === undefined ? 'cutout' : cutoutForm(recipe.steps[step]?.params[spec.outputForm]);
  const isPlacedUnchanged = isSameSize && form === 'cutout' && (await areOfSize(response.files, original));
  if (response.analysis === undefined && !isPlacedUnchanged) return null;
  const upload = { path, format: facts.format as ImageFormat, bytes: facts.bytes, width, height, original };
  const uploads = { [spec.images[0]?.field ?? '']: { ...upload, scale: width / original.width, steps: [] } };
  return { uploads, localForm: null };
}

async function areOfSize(files: readonly ResponseFile[], original: Size): Promise<boolean> {
  for (const { from, box } of files) {
    const facts = 'path' in from ? await inspectImage(from.path) : null;
    const { width, height } = box ?? original;
    if (facts?.kind !== 'image' || facts.width !== Math.round(width) || facts.height !== Math.round(height))
      return false;
  }
  return true;
}

/** Adds a notice that the image is unchanged. */
export function withFitNotice(
  outcome: Outcome,
  { id, operation }: Job,
  { store }: Pick<StageContext, 'store'>,
): Outcome {
  const { restore }: OperationSpec = operations[operation];
  if (outcome.kind !== 'next' || restore === 'none' || restore === 'coordinates') return outcome;
  return {
    ...outcome,
    commit: () => {
      const alternative = outcome.commit?.();
      if (!alternative) store.events.add(id, { kind: 'notice', text: msg('pipeline.result.keptAsItCame') });
      return alternative;
    },
  };
}

export function lostFitOutcome(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'FIT_LOST', msg('pipeline.result.fitLost'), 'decide') };
}
