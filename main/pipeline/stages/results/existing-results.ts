/** The rule "skip", looked at before anything is sent: what is there already is not asked for, and not paid. */
import { stat } from 'node:fs/promises';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { outputsOf, type Step } from '../../../../contract/recipes/recipe.ts';
import { pathInside } from '../../../files/contained-path.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { type ReadableFormat, sniff } from '../../../imaging/read/sniff-format.ts';
import { extensions, possibleFormats } from '../../../imaging/restore/encode.ts';
import type { Job } from '../../../store/index.ts';
import { resultName } from '../../output/result-name.ts';
import { isTaken } from '../../output/target-file.ts';
import { targetFolder } from '../../output/target-folder.ts';
import { sourceFormatForAuto } from '../source/developed-source.ts';
import type { StageContext } from '../stage-types.ts';
import { resultKey } from './place-file.ts';

/**
 * The path whose name one of the job's results would get and not be given, by its rule; null where there is none. Which
 * elements there will be is not known before the result is, nor is its format: so one that may come first speaks for all, and
 * any format it can have counts. Of several outputs all must be there. Later steps of a recipe are not asked: by then something
 * is paid.
 */
export async function findExistingResult(job: Job, context: StageContext): Promise<string | null> {
  if (job.step > 0) return null;
  const outputs = outputsOf(job.recipe);
  if (outputs.some(({ conflict }) => conflict !== 'skip')) return null;
  const existingPaths: string[] = [];
  for (const number of outputs.keys()) {
    const path = await outputThere(job, number, context);
    if (path === null) return null;
    existingPaths.push(path);
  }
  return existingPaths[0] ?? null;
}

async function outputThere(job: Job, number: number, { store, clock }: StageContext): Promise<string | null> {
  const { steps } = job.recipe;
  const output = outputsOf(job.recipe)[number] ?? job.recipe.output;
  const last = steps.at(-1);
  if (last === undefined) return null;
  const spec: OperationSpec = operations[last.operation];
  if (spec.restore === 'coordinates') return null;
  const sourceFormat = await formatOf(job.sourcePath);
  if (sourceFormat === null) return null;
  const form = spec.outputForm === undefined ? undefined : last.params[spec.outputForm];
  const isCutOut = (spec.restore === 'alpha' || spec.restore === 'boxes') && form === undefined;
  for (const element of firstElements(spec, last)) {
    const name = resultName({ ...job, operation: last.operation }, element, clock.now(), number);
    // Of this very job, from a try whose end was not written: that is found again when it is placed.
    const own = store.writtenFiles.ofResult({ ...resultKey(job, { element, output: number }), step: steps.length - 1 });
    for (const format of possibleFormats(output.format, sourceFormat, isCutOut)) {
      const path = pathInside(targetFolder(job, number), name + (format === 'psd' ? '.psd' : extensions[format]));
      // A folder that cannot be asked is a trouble of its own, and is told as one.
      if (!(await isTaken(path).catch(() => false))) continue;
      const noted = own.find((file) => file.path === path);
      if (noted === undefined || (await fingerprint(path))?.hash !== noted.hash) return path;
    }
  }
  return null;
}

/** The elements an answer may begin with; '' for an image that is the only one, or the whole beside its parts. */
function firstElements({ result, restore }: OperationSpec, { params }: Step): string[] {
  switch (result) {
    case 'elements':
      return ['1'];
    case 'result-urls':
      // What is laid over the photograph is one image; of cards and sheets there may be several.
      return restore === 'none' ? ['', '1'] : [''];
    case 'apparel': {
      const classes = params.cloth_class;
      return ['', ...(Array.isArray(classes) ? classes.map(String) : [])];
    }
    default:
      return [''];
  }
}

/** Of the photograph, by its content; null where it cannot be read, which those say who are to read it. */
async function formatOf(path: string): Promise<ReadableFormat | null> {
  try {
    if (!(await stat(path)).isFile()) return null;
    const sniffed = await sniff(path);
    if (sniffed.kind === 'to-develop') return sourceFormatForAuto('png', sniffed.format);
    return sniffed.kind === 'readable' ? sniffed.format : null;
  } catch {
    return null;
  }
}
