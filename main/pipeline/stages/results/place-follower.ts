/** Places a follower: a job that is never sent, because its leader has the same content and work. */
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
  type ResultPart,
  toPlacedFile,
} from './place-file.ts';
import { makeResultFolders } from './result-folders.ts';
import { type ReusableFile, reuseFinishedFile, wasNeverMade } from './reuse-file.ts';

/** Places all results from files of the group, or none if one is missing. */
export async function placeFollower(job: Job, leaderId: number, context: StageContext): Promise<Outcome> {
  const shared = context.store.results.ofGroup(leaderId);
  const analysis = shared.find((result) => result.kind === 'analysis');
  if (analysis?.kind === 'analysis') return completeWithAnalysis(job, analysis, context);
  const images = shared.filter((result) => result.kind === 'image');
  if (images.length === 0) return missingFileOutcome(job, leaderId, context);

  await makeResultFolders(job, context);
  await makeWorkFolder(context.folder);
  const sources: { readonly image: SharedImage; readonly files: ReusedFiles }[] = [];
  for (const image of images) {
    const files = await reuseFiles(job, image, leaderId, context);
    if (files === null) {
      // The whole folder may have become unavailable.
      await makeResultFolders(job, context);
      return missingFileOutcome(job, leaderId, context);
    }
    sources.push({ image, files });
  }
  const placed: PlacedImage[] = [];
  for (const { image, files } of sources) placed.push(await placeFiles(job, image, files, context));
  return completeWithImages(job, placed, context);
}

type SharedImage = Extract<SharedResult, { kind: 'image' }>;
type ReusedFiles = ReadonlyMap<number, PlacedBefore | ReusableFile>;

/** Returns null if a file is missing. */
async function reuseFiles(
  job: Job,
  { element }: SharedImage,
  leaderId: number,
  context: StageContext,
): Promise<ReusedFiles | null> {
  const files = new Map<number, PlacedBefore | ReusableFile>();
  for (const [output, rendering] of outputsOf(job.recipe).map(renderingOf).entries()) {
    const file =
      (await findPlacedBefore(job, { element, output }, context)) ??
      (await reuseFinishedFile(job, element, rendering, leaderId, context));
    if (file !== null) files.set(output, file);
    // The leader has none either, so do not pay again.
    else if (output === 0 || !wasNeverMade(element, rendering, leaderId, context)) return null;
  }
  return files;
}

async function placeFiles(
  job: Job,
  { element, box }: SharedImage,
  reused: ReusedFiles,
  context: StageContext,
): Promise<PlacedImage> {
  const files: PlacedOutput[] = [];
  for (const [output, each] of reused) {
    const file = 'bytes' in each ? toPlacedFile(each) : await placeReused(job, { element, output }, each, context);
    files.push({ output, file, width: each.width, height: each.height });
  }
  const missing = [...outputsOf(job.recipe).keys()].filter((output) => !reused.has(output));
  const why = msg('pipeline.output.ofTwin');
  return { element, files, notMade: missing.map((output) => ({ output, why })), box };
}

async function placeReused(job: Job, part: ResultPart, file: ReusableFile, context: StageContext): Promise<PlacedFile> {
  const placed = await placeFile(job, part, file, context);
  if ('skipped' in placed) return placed;
  const notices: MessageDescriptor[] = [];
  if (file.madeOf !== null) notices.push(msg('pipeline.twin.madeOf', { name: basename(file.madeOf) }));
  if (!file.hasOwnData) notices.push(msg('pipeline.twin.otherData', { name: basename(placed.path) }));
  return { ...placed, events: [...placed.events, ...notices.map((text) => ({ kind: 'notice', text }) as const)] };
}

/** A free service makes it again, once for the group. At a paid one the user decides. */
function missingFileOutcome(job: Job, leaderId: number, { store, canCharge }: StageContext): Outcome {
  if (!canCharge) {
    const queued = (text: MessageDescriptor) =>
      ({ kind: 'next', to: 'queued', step: 0, event: { kind: 'notice', text } }) as const;
    const commit = () => (store.jobs.lead(job.id, leaderId) ? undefined : queued(msg('pipeline.twin.waits')));
    return { ...queued(msg('pipeline.twin.isSent')), commit };
  }
  const error = jobError('uncertain', 'PAID_BEFORE', msg('pipeline.twin.paidBefore'), 'decide');
  return { kind: 'uncertain', error };
}
