/** Places a job that was never sent: another one with the same content and work was, and this one gets files of its results. */
import { basename } from 'node:path';
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import { renderingOf } from '../../../../contract/recipes/output.ts';
import { outputsOf } from '../../../../contract/recipes/recipe.ts';
import type { Job, SharedResult } from '../../../store/index.ts';
import { jobError, type Outcome } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { makeWorkFolder } from '../work/work-folder.ts';
import { completeWithAnalysis, completeWithImages, type PlacedImage, type PlacedOutput } from './complete-job.ts';
import {
  findPlacedBefore,
  type PlacedBefore,
  type PlacedFile,
  placeFile,
  prepareFolders,
  type ResultPart,
  toPlacedFile,
} from './place-file.ts';
import { type ReusableFile, reuseFinishedFile, wasNeverMade } from './reuse-file.ts';

/**
 * Every result under this job's own name, in its own folder and by its own rule. Files are taken from any job of the
 * group; the metadata in them is this photograph's. Where an element is no longer at home, nothing is placed.
 */
export async function placeFollower(job: Job, leaderId: number, context: StageContext): Promise<Outcome> {
  const shared = context.store.results.ofGroup(leaderId);
  const analysis = shared.find((result) => result.kind === 'analysis');
  if (analysis?.kind === 'analysis') return completeWithAnalysis(job, analysis, context);
  const images = shared.filter((result) => result.kind === 'image');
  if (images.length === 0) return notAtHome(job, leaderId, context);

  await prepareFolders(job, context);
  await makeWorkFolder(context.folder);
  const outputs = outputsOf(job.recipe).map(renderingOf);
  const ready: { readonly image: SharedImage; readonly from: ReadonlyMap<number, PlacedBefore | ReusableFile> }[] = [];
  for (const image of images) {
    const from = new Map<number, PlacedBefore | ReusableFile>();
    for (const [output, rendering] of outputs.entries()) {
      const part = { element: image.element, output };
      const file =
        (await findPlacedBefore(job, part, context)) ??
        (await reuseFinishedFile(job, image.element, rendering, leaderId, context));
      if (file !== null) from.set(output, file);
      // A further file that could be made for none is no reason to pay once more.
      else if (output === 0 || !wasNeverMade(image.element, rendering, leaderId, context))
        return notAtHome(job, leaderId, context);
    }
    ready.push({ image, from });
  }
  const placed: PlacedImage[] = [];
  for (const { image, from } of ready) {
    const { element, box } = image;
    const files: PlacedOutput[] = [];
    for (const [output, each] of from) {
      const file = 'bytes' in each ? toPlacedFile(each) : await placeKept(job, { element, output }, each, context);
      files.push({ output, file, width: each.width, height: each.height });
    }
    const missing = [...outputs.keys()].filter((output) => !from.has(output));
    const why = msg('pipeline.output.ofTwin');
    placed.push({ element, files, notMade: missing.map((output) => ({ output, why })), box });
  }
  return completeWithImages(job, placed, context);
}

type SharedImage = Extract<SharedResult, { kind: 'image' }>;

async function placeKept(job: Job, part: ResultPart, kept: ReusableFile, context: StageContext): Promise<PlacedFile> {
  const placed = await placeFile(job, part, kept, context);
  if ('skipped' in placed) return placed;
  const notices: MessageDescriptor[] = [];
  if (kept.madeOf !== null) notices.push(msg('pipeline.twin.madeOf', { name: basename(kept.madeOf) }));
  if (!kept.hasOwnData) notices.push(msg('pipeline.twin.otherData', { name: basename(placed.path) }));
  return { ...placed, events: [...placed.events, ...notices.map((text) => ({ kind: 'notice', text }) as const)] };
}
/** What was paid is gone: a free service simply makes it again, once for all; any other is asked only when the user says so. */
function notAtHome(job: Job, leaderId: number, { store, canCharge }: StageContext): Outcome {
  if (!canCharge) {
    const queued = (text: MessageDescriptor) =>
      ({ kind: 'next', to: 'queued', step: 0, event: { kind: 'notice', text } }) as const;
    const commit = () => (store.jobs.lead(job.id, leaderId) ? undefined : queued(msg('pipeline.twin.waits')));
    return { ...queued(msg('pipeline.twin.isSent')), commit };
  }
  const error = jobError('uncertain', 'PAID_BEFORE', msg('pipeline.twin.paidBefore'), 'decide');
  return { kind: 'uncertain', error };
}
