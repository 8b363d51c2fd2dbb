/** Takes jobs of a store stage to their results, with short text files as photographs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../../../contract/recipes/output.ts';
import { applyOutcome } from '../../../main/pipeline/flow/outcomes/apply-outcome.ts';
import { createFolderMaker } from '../../../main/pipeline/output/target-folder.ts';
import type { Outcome } from '../../../main/pipeline/stage-outcome.ts';
import { completeWithImages, type PlacedImage } from '../../../main/pipeline/stages/results/complete-job.ts';
import { type PlacedFile, placeFile } from '../../../main/pipeline/stages/results/place-file.ts';
import type { StageContext } from '../../../main/pipeline/stages/stage-types.ts';
import { makeWorkFolder, workFolder } from '../../../main/pipeline/stages/work/work-folder.ts';
import type { Job, NewJob, Store } from '../../../main/store/index.ts';
import { paperJob, recipeOf } from '../queue/queue-stage.ts';
import { messageText } from '../run/message-matchers.ts';
import type { StoreStage } from './store-stage.ts';

const nothing = () => Promise.reject(new Error('placing asks no service'));

export function toolsFor({ store, clock }: StoreStage, job: Job, more: Partial<StageContext> = {}): StageContext {
  return {
    store,
    clock,
    folder: workFolder(store.workFolder, job),
    signal: new AbortController().signal,
    service: nothing,
    available: nothing,
    onSent: () => undefined,
    onAnswered: () => undefined,
    tryAcquireSlot: () => null,
    atRisk: (work) => work(),
    askEngine: nothing,
    hold: async () => null,
    canCharge: true,
    guard: null,
    reserve: async () => true,
    isOver: () => false,
    followedMs: () => 0,
    noteTaskTrouble: () => 0,
    maker: createFolderMaker(store.outputDisks),
    outputs: { letIn: () => null, opened: () => undefined, hasJustTaken: () => false },
    trash: null,
    ...more,
  };
}

/** Adds a photograph as a separate batch, with results under its name in `out` below the stage's folder. */
export function takeIn(stage: StoreStage, name: string, output: Partial<Output> = {}, more: Partial<NewJob> = {}): Job {
  const outputFolder = join(stage.folder, 'out');
  mkdirSync(outputFolder, { recursive: true });
  const recipe = recipeOf('portrait-background-removal', output);
  const { jobIds } = stage.store.jobs.add({ title: name, origin: 'drop', folderId: null }, [
    paperJob(name, recipe, { outputFolder, ...more }),
  ]);
  return stage.job(jobIds[0] ?? 0);
}

/** Writes a job's result and renames it to its final name. */
export async function placeText(job: Job, text: string, tools: StageContext, element = ''): Promise<PlacedFile> {
  await makeWorkFolder(tools.folder);
  const path = join(tools.folder.scratch, `finished-${element}.png`);
  writeFileSync(path, text);
  return placeFile(job, { element, output: 0 }, { path, extension: '.png' }, tools);
}

/** A result with one image in one file. */
export function singleImage(file: PlacedFile): PlacedImage {
  return { element: '', files: [{ output: 0, file, width: 4, height: 3 }], notMade: [], box: null };
}

/** Takes a queued job to its end. */
export async function bringHome(
  stage: StoreStage,
  { id }: Pick<Job, 'id'>,
  text: string,
  more: Partial<StageContext> = {},
): Promise<PlacedFile> {
  const job = stage.bring(id, 'placing');
  const tools = toolsFor(stage, job, more);
  const file = await placeText(job, text, tools);
  await end(stage.store, job, await completeWithImages(job, [singleImage(file)], tools));
  return file;
}

/** Stores the outcome of a stage and runs the follow-up work. */
export async function end(store: Store, job: Job, outcome: Outcome): Promise<void> {
  const context = {
    store,
    clock: { now: () => 0, monotonic: () => 0, sinceBoot: () => 0, after: () => () => undefined },
    random: () => 0.5,
    canCharge: () => true,
  };
  store.transaction(() => applyOutcome(job, outcome, context));
  if (outcome.kind === 'next') await outcome.after?.();
}

/** The job's timeline. */
export const texts = (store: Store, { id }: Pick<Job, 'id'>): string[] =>
  store.events.ofJob(id).map(({ text }) => messageText(text));
