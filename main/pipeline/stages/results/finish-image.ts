/** Restores a result to full size, and finishes it by the recipe's output. */
import { msg } from '../../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import type { SourceType } from '../../../../contract/recipes/ai-disclosure.ts';
import { type Output, renderingOf } from '../../../../contract/recipes/output.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { ImagingError } from '../../../imaging/errors.ts';
import type { FittedUpload } from '../../../imaging/fit/fit.ts';
import type { Credit } from '../../../imaging/metadata/rules/filter-xmp.ts';
import { isKeepAll } from '../../../imaging/metadata/rules/metadata-topics.ts';
import { type Finished, type FullSize, makeFinishedFile } from '../../../imaging/output/make-finished-file.ts';
import { type ImageFacts, inspectImage } from '../../../imaging/read/inspect-image.ts';
import { assertResultSize, hasShapeOf, restoreToSource, scaleToOriginal } from '../../../imaging/restore/index.ts';
import type { Size } from '../../../imaging/size.ts';
import type { InfoToWrite } from '../../../store/index.ts';
import { readDevelopedInfo, sourceFormatForAuto } from '../source/developed-source.ts';
import { readSavedSidecar } from '../source/save-sidecar.ts';
import type { PreparedUpload, ResponseFile } from '../stage-types.ts';
import type { WorkFolder } from '../work/work-folder.ts';

export type { Finished, FullSize };

export interface FinishRequest {
  readonly spec: OperationSpec;
  readonly step: Step;
  readonly stepIndex: number;
  readonly prepared: PreparedUpload;
  readonly file: ResponseFile;
  readonly folder: WorkFolder;
  readonly signal: AbortSignal;
}

export async function restoreFullSize(request: FinishRequest): Promise<FullSize> {
  const { spec, prepared, file, folder, signal, stepIndex } = request;
  const result = 'path' in file.from ? file.from.path : folder.result(stepIndex, 0);
  const upload = prepared.uploads[spec.images[0]?.field ?? ''];
  await assertResultSize(result, Object.values(prepared.uploads));
  if (spec.restore === 'none' || spec.restore === 'coordinates' || upload === undefined) {
    return { path: result, box: file.box, isFinishedFile: true };
  }
  // Its location is unknown.
  if (spec.restore === 'boxes' && !(await fitsIn(file.box ?? upload, result))) {
    return { path: result, box: null, isFinishedFile: true, unplacedScale: 1 / scaleToOriginal(upload).x };
  }
  const madeOf = upload.original;
  if (prepared.localForm === null && (await isFullSize(request, result, upload))) {
    return { path: result, box: file.box, madeOf, isFinishedFile: true };
  }
  const restored = await restoreToSource({
    source: folder.stepInput(stepIndex),
    uploaded: upload,
    result,
    method: spec.restore,
    form: prepared.localForm ?? 'cutout',
    box: file.box,
    to: folder.scratch,
    signal,
  });
  return { path: restored.path, box: restored.box, madeOf, isFinishedFile: false };
}

async function fitsIn(place: Size, result: string): Promise<boolean> {
  const facts = await inspectImage(result);
  return facts.kind !== 'image' || hasShapeOf(facts, place);
}

/** Whether the result has its final size: that of its upload or box, without fitting. */
async function isFullSize({ spec, step, file }: FinishRequest, result: string, upload: FittedUpload): Promise<boolean> {
  if (upload.steps.length > 0) return false;
  const form = spec.outputForm === undefined ? undefined : step.params[spec.outputForm];
  // A requested form cannot be enlarged.
  if (form !== undefined) return true;
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', msg('imaging.result.unreadable'));
  const expectedSize = file.box ?? upload;
  return facts.width === Math.round(expectedSize.width) && facts.height === Math.round(expectedSize.height);
}

export interface Original {
  readonly facts: ImageFacts;
  /** Default creator and copyright. */
  readonly credit: Credit;
  readonly details: InfoToWrite | null;
  /** SHA-256 of its file, hex. */
  readonly contentHash: string;
  readonly sourceType: SourceType;
}

/** A result with `restore: none` is another picture and gets no metadata. */
export async function finishImage(
  image: FullSize,
  original: Original,
  spec: OperationSpec,
  output: Output,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<Finished> {
  const { keep, without, creator, copyright } = output.metadata;
  const sidecar = readSavedSidecar(folder);
  const isOfPhotograph = spec.restore !== 'none';
  return makeFinishedFile({
    picture: image,
    photograph: folder.source,
    facts: original.facts,
    sourceFormat: sourceFormatForAuto(original.facts.format, readDevelopedInfo(folder)?.from ?? null),
    isOfPhotograph,
    rendering: renderingOf(output),
    rule: {
      keep,
      without,
      creator: creator ?? sidecar.creator ?? original.credit.creator,
      copyright: copyright ?? sidecar.rights ?? original.credit.copyright,
      details: original.details,
      contentHash: original.contentHash,
    },
    xmpChange: {
      ...(isOfPhotograph && isKeepAll(output.metadata) && sidecar.title !== null ? { title: sidecar.title } : {}),
      ...disclosureXmp(output, original),
    },
    to: folder.scratch,
    signal,
  });
}

function disclosureXmp({ disclosure }: Pick<Output, 'disclosure'>, { sourceType }: Pick<Original, 'sourceType'>) {
  if (disclosure === null) return {};
  return { sourceType, ...(disclosure.credit === '' ? {} : { credit: disclosure.credit }) };
}
