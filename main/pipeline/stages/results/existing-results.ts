/** The rule "skip": finds existing results before anything is paid. */
import { stat } from 'node:fs/promises';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { outputsOf, type Step } from '../../../../contract/recipes/recipe.ts';
import { pathInside } from '../../../files/contained-path.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { type ReadableFormat, sniff } from '../../../imaging/decode/sniff-format.ts';
import { extensions, possibleFormats } from '../../../imaging/encode/image-encoders.ts';
import type { Job } from '../../../store/index.ts';
import { resultName } from '../../output/result-name.ts';
import { isTaken } from '../../output/target-file.ts';
import { sourceFormatForAuto } from '../source/developed-source.ts';
import type { StageContext } from '../stage-types.ts';
import { resultKey } from './place-file.ts';
import type { ResultFolder } from './result-folders.ts';

/**
 * Returns the first output's path if all outputs exist. Elements and formats are unknown before processing, so the
 * first element counts for all, in any possible format. After the first step, something is paid.
 * @param folders empty for an analysis
 */
export async function findExistingResult(
  job: Job,
  folders: readonly ResultFolder[],
  context: StageContext,
): Promise<string | null> {
  const last = job.recipe.steps.at(-1);
  if (job.step > 0 || last === undefined || folders.length === 0) return null;
  if (outputsOf(job.recipe).some(({ conflict }) => conflict !== 'skip')) return null;
  const sourceFormat = await readFormat(job.sourcePath);
  if (sourceFormat === null) return null;
  const existingPaths: string[] = [];
  for (const folder of folders) {
    const path = await findExistingOutput(job, last, sourceFormat, folder, context);
    if (path === null) return null;
    existingPaths.push(path);
  }
  return existingPaths[0] ?? null;
}

async function findExistingOutput(
  job: Job,
  last: Step,
  sourceFormat: ReadableFormat,
  folder: ResultFolder,
  { store, clock }: StageContext,
): Promise<string | null> {
  const output = outputsOf(job.recipe)[folder.output] ?? job.recipe.output;
  const spec: OperationSpec = operations[last.operation];
  const form = spec.outputForm === undefined ? undefined : last.params[spec.outputForm];
  const isCutout = (spec.restore === 'alpha' || spec.restore === 'boxes') && form === undefined;
  for (const element of firstElements(spec, last)) {
    const name = resultName({ ...job, operation: last.operation }, element, clock.now(), folder.output);
    const key = { ...resultKey(job, { element, output: folder.output }), step: job.recipe.steps.length - 1 };
    // An interrupted try may have written it. Placing finds it again.
    const ownFiles = store.writtenFiles.ofResult(key);
    for (const format of possibleFormats(output.format, sourceFormat, isCutout)) {
      const path = pathInside(folder.path, name + (format === 'psd' ? '.psd' : extensions[format]));
      // Opening the folder reports errors.
      if (!(await isTaken(path).catch(() => false))) continue;
      const ownFile = ownFiles.find((file) => file.path === path);
      if (ownFile === undefined || (await fingerprint(path))?.hash !== ownFile.hash) return path;
    }
  }
  return null;
}

/** Returns possible first elements; '' for a single image or the whole of several parts. */
function firstElements({ result, restore }: OperationSpec, { params }: Step): string[] {
  switch (result) {
    case 'elements':
      return ['1'];
    case 'result-urls':
      // An overlay is one image. Cards and sheets may be several.
      return restore === 'none' ? ['', '1'] : [''];
    case 'apparel': {
      const classes = params.cloth_class;
      return ['', ...(Array.isArray(classes) ? classes.map(String) : [])];
    }
    default:
      return [''];
  }
}

/** Returns null for an unreadable file, which is reported later. */
async function readFormat(path: string): Promise<ReadableFormat | null> {
  try {
    if (!(await stat(path)).isFile()) return null;
    const sniffed = await sniff(path);
    if (sniffed.kind === 'to-develop') return sourceFormatForAuto('png', sniffed.format);
    return sniffed.kind === 'readable' ? sniffed.format : null;
  } catch {
    return null;
  }
}
