/** Ends the job of a photograph that its recipe is not for, before anything is sent. The built-in engine looks at it, on this computer. */
import { extractFindings } from '../../../contract/findings/extract-findings.ts';
import { excludedCode } from '../../../contract/jobs/job.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ImageInput, OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type Recipe, withoutConditions } from '../../../contract/recipes/recipe.ts';
import {
  type DetectedSubject,
  exclusionReason,
  needsPersonCheck,
  type RecipeConditions,
} from '../../../contract/recipes/recipe-conditions.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { fitToInput } from '../../imaging/fit/fit.ts';
import { analyzeFaces, isAboutPicture } from '../../service/analyze-faces.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome, StageEnd } from '../stage-outcome.ts';
import { copySource } from './copy-source.ts';
import type { StageContext } from './stage-types.ts';
import { makeWorkFolder } from './work-folder.ts';

/**
 * Null where the recipe is for the photograph, which is in the work folder; or where it was sent before, so that the user has said
 * that it is to be sent.
 * @throws StageEnd where that cannot be told now; ImagingError; the signal's reason
 */
export async function checkConditions(job: Job, context: StageContext): Promise<Outcome | null> {
  const { store } = context;
  const { only } = job.recipe;
  if (only === null || (store.stepRuns.get(job.id, 0)?.submittedAt ?? null) !== null) return null;
  const why = exclusionReason(only, await seen(job, only, context));
  return why === null ? null : left(job, only, why, context);
}

/** The same of a job that is placed from the result of another one, whose recipe may be for other photographs. */
export async function checkFollowerConditions(job: Job, context: StageContext): Promise<Outcome | null> {
  const { only } = job.recipe;
  if (only === null) return null;
  const known = context.store.sights.get(job.contentHash);
  if (known === null || needsPersonCheck(only, known)) {
    await makeWorkFolder(context.folder);
    // What it holds by now is not what the result was made of: that is seen when it is placed.
    if ((await copySource(job, context)) !== null) return null;
  }
  return checkConditions(job, context);
}

/** What the engine sees in the photograph; asked once for each content. */
async function seen(
  { contentHash }: Job,
  conditions: RecipeConditions,
  context: StageContext,
): Promise<DetectedSubject> {
  const { sights } = context.store;
  const known = sights.get(contentHash);
  const faces = known ?? (await unlessBusy(() => seeFaces(context)));
  const subject = needsPersonCheck(conditions, faces)
    ? { ...faces, person: await unlessBusy(() => seesPerson(context)) }
    : faces;
  if (subject !== known) sights.put(contentHash, subject);
  return subject;
}

async function seeFaces(context: StageContext): Promise<DetectedSubject> {
  const { scratch } = context.folder;
  const image = await fitted('face-analyzer-advanced', context);
  const body = await context.askEngine((client) => analyzeFaces(client, image, scratch, context.signal));
  const found = body === null ? [] : extractFindings('face-analyzer-advanced', body);
  const valueOfLargestFace = (kind: 'quality' | 'blur') =>
    found.find((each) => each.kind === kind && each.face === 1)?.value;
  return {
    faces: found.find(({ kind }) => kind === 'faces')?.value ?? 0,
    quality: valueOfLargestFace('quality') ?? null,
    sharpness: valueOfLargestFace('blur') ?? null,
    person: null,
  };
}

/** A person is seen as well in a small picture, and in less time (px). */
const smallSide = 1024;

async function seesPerson(context: StageContext): Promise<boolean> {
  const image = await fitted('portrait-background-removal', context, {
    smallerThan: { width: smallSide, height: smallSide },
  });
  return context.askEngine(async (client) => {
    try {
      await client.submit({
        operation: 'portrait-background-removal',
        params: { return_form: 'mask' },
        files: { image },
        scratch: context.folder.scratch,
        signal: context.signal,
      });
      return true;
    } catch (error) {
      if (isAboutPicture(error)) return false;
      throw error;
    }
  });
}

/** The path of an upload of the photograph within the limits of an operation, and `further` ones. */
async function fitted(
  id: OperationId,
  { atRisk, folder, signal }: StageContext,
  further: Partial<ImageInput> = {},
): Promise<string> {
  const operation: OperationSpec = operations[id];
  const input = { ...operation.images[0]!, ...further };
  const request = { source: folder.source, operation, input, to: folder.scratch, allow: true, signal };
  return (await atRisk(() => fitToInput(request))).path;
}

/** An engine that cannot answer is asked again, as a service is; the photograph is not sent meanwhile. */
async function unlessBusy<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { kind, code, sentence, retryAfterMs: ms } = error;
    const engineError = jobError('service', code, joinMessages(msg('pipeline.only.notSeen'), sentence), 'retry');
    throw new StageEnd(
      kind === 'wait'
        ? { kind, error: engineError, alsoQueued: true, ...(ms === undefined ? {} : { ms }) }
        : { kind: 'retry', error: engineError },
    );
  }
}

async function left(
  job: Job,
  { otherwise }: RecipeConditions,
  why: MessageDescriptor,
  context: StageContext,
): Promise<Outcome> {
  const { store } = context;
  const ending = (message: MessageDescriptor, commit: () => void = () => undefined) => {
    const text = joinMessages(message, why);
    return {
      kind: 'next',
      to: 'done',
      event: { kind: 'notice', text },
      because: jobError('input', excludedCode, text, 'none'),
      commit: () => {
        store.stepRuns.notTaken(job.id, job.step);
        commit();
      },
    } satisfies Outcome;
  };
  if (otherwise.kind === 'leave') return ending(msg('pipeline.only.left'));
  // Its light table and its recipes are another computer's.
  if (store.shared.of(job.id) !== null) return ending(msg('pipeline.only.inStudio'));
  if (otherwise.kind === 'look') return ending(msg('pipeline.only.look'), () => store.otherwise.toLookAt(job.id));
  const alternative = store.recipes.get(otherwise.recipeId);
  if (alternative === null) return ending(msg('pipeline.only.gone'));
  const jobOptions = await jobOptionsFor(job, alternative, context);
  const instead = msg('pipeline.only.instead', { recipe: alternative.name });
  // The new job may get a work folder at once: a power cut must not leave that folder without its job.
  return { ...ending(instead, () => store.otherwise.toProcess(job.id, jobOptions)), needsSync: true };
}

/** As it would have come in with the other recipe: what a command or a watch folder has said of folder and service holds for both. */
async function jobOptionsFor({ recipe, ...job }: Job, alternative: Recipe, { store }: StageContext) {
  const { outputFolder, defaultProfileId } = store.settings.read();
  const folderOf = ({ output }: Recipe) => output.folder ?? outputFolder;
  const serviceOf = ({ profileId }: Recipe) => profileId ?? defaultProfileId;
  const references = alternative.steps.flatMap(({ reference }) => reference ?? []);
  return {
    recipe: { ...withoutConditions(alternative), ...(recipe.product === undefined ? {} : { product: recipe.product }) },
    outputFolder: job.outputFolder === folderOf(recipe) ? folderOf(alternative) : job.outputFolder,
    profileId: job.profileId === serviceOf(recipe) ? serviceOf(alternative) : job.profileId,
    references: new Map(await Promise.all(references.map(async (path) => [path, await fileIdentity(path)] as const))),
  };
}
