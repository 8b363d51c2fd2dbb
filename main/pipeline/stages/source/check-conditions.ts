/** Excludes photographs by the recipe's conditions, before anything is sent. The built-in engine inspects them. */
import { extractFindings } from '../../../../contract/findings/extract-findings.ts';
import { excludedCode } from '../../../../contract/jobs/job.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import type { ImageInput, OperationId, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type Recipe, withoutConditions } from '../../../../contract/recipes/recipe.ts';
import {
  type DetectedSubject,
  exclusionReason,
  needsPersonCheck,
  type RecipeConditions,
} from '../../../../contract/recipes/recipe-conditions.ts';
import { fileIdentity } from '../../../files/file-identity.ts';
import { fitToInput } from '../../../imaging/fit/fit.ts';
import { analyzeFaces, isAboutPicture } from '../../../service/analyze-faces.ts';
import { ServiceFailure } from '../../../service/errors/service-failure.ts';
import type { Job } from '../../../store/index.ts';
import { jobError, type Outcome, StageEnd } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { makeWorkFolder } from '../work/work-folder.ts';
import { copySource } from './copy-source.ts';

/**
 * Returns null if the photograph in the work folder matches, or if the user has sent it again.
 * @throws StageEnd if the engine is unavailable; ImagingError; the signal's reason
 */
export async function checkConditions(job: Job, context: StageContext): Promise<Outcome | null> {
  const { store } = context;
  const { only } = job.recipe;
  if (only === null || (store.stepRuns.get(job.id, 0)?.submittedAt ?? null) !== null) return null;
  const reason = exclusionReason(only, await detectSubject(job, only, context));
  return reason === null ? null : exclude(job, only, reason, context);
}

/** A follower's recipe may have other conditions than its leader's. */
export async function checkFollowerConditions(job: Job, context: StageContext): Promise<Outcome | null> {
  const { only } = job.recipe;
  if (only === null) return null;
  const known = context.store.detectedSubjects.get(job.contentHash);
  if (known === null || needsPersonCheck(only, known)) {
    await makeWorkFolder(context.folder);
    // Placing finds out.
    if ((await copySource(job, context)) !== null) return null;
  }
  return checkConditions(job, context);
}

/** Findings are stored by content. */
async function detectSubject(
  { contentHash }: Job,
  conditions: RecipeConditions,
  context: StageContext,
): Promise<DetectedSubject> {
  const { detectedSubjects } = context.store;
  const known = detectedSubjects.get(contentHash);
  const faces = known ?? (await retryIfUnavailable(() => detectFaces(context)));
  const subject = needsPersonCheck(conditions, faces)
    ? { ...faces, person: await retryIfUnavailable(() => detectPerson(context)) }
    : faces;
  if (subject !== known) detectedSubjects.put(contentHash, subject);
  return subject;
}

async function detectFaces(context: StageContext): Promise<DetectedSubject> {
  const { scratch } = context.folder;
  const image = await fitForEngine('face-analyzer-advanced', context);
  const body = await context.askEngine((client) => analyzeFaces(client, image, scratch, context.signal));
  const findings = body === null ? [] : extractFindings('face-analyzer-advanced', body);
  const valueOfLargestFace = (kind: 'quality' | 'blur') =>
    findings.find((each) => each.kind === kind && each.face === 1)?.value;
  return {
    faces: findings.find(({ kind }) => kind === 'faces')?.value ?? 0,
    quality: valueOfLargestFace('quality') ?? null,
    sharpness: valueOfLargestFace('blur') ?? null,
    person: null,
  };
}

/** In px; larger images take longer and show no more. */
const personImagePx = 1024;

async function detectPerson(context: StageContext): Promise<boolean> {
  const image = await fitForEngine('portrait-background-removal', context, {
    smallerThan: { width: personImagePx, height: personImagePx },
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

async function fitForEngine(
  id: OperationId,
  { atRisk, folder, signal }: StageContext,
  additionalLimits: Partial<ImageInput> = {},
): Promise<string> {
  const operation: OperationSpec = operations[id];
  const input = { ...operation.images[0]!, ...additionalLimits };
  const request = { source: folder.source, operation, input, to: folder.scratch, isFitAllowed: true, signal };
  return (await atRisk(() => fitToInput(request))).path;
}

/** A photograph must not be sent unchecked. @throws StageEnd to retry */
async function retryIfUnavailable<T>(detect: () => Promise<T>): Promise<T> {
  try {
    return await detect();
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

async function exclude(
  job: Job,
  { otherwise }: RecipeConditions,
  reason: MessageDescriptor,
  context: StageContext,
): Promise<Outcome> {
  const { store } = context;
  const endWith = (message: MessageDescriptor, commit: () => void = () => undefined) => {
    const text = joinMessages(message, reason);
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
  if (otherwise.kind === 'leave') return endWith(msg('pipeline.only.left'));
  // These belong to another computer.
  if (store.shared.of(job.id) !== null) return endWith(msg('pipeline.only.inStudio'));
  if (otherwise.kind === 'look') return endWith(msg('pipeline.only.look'), () => store.excluded.toLookAt(job.id));
  const alternative = store.recipes.get(otherwise.recipeId);
  if (alternative === null) return endWith(msg('pipeline.only.gone'));
  const jobOptions = await jobOptionsFor(job, alternative, context);
  const instead = msg('pipeline.only.instead', { recipe: alternative.name });
  // It may get a work folder at once, which a power cut must not leave without its job.
  return { ...endWith(instead, () => store.excluded.toProcess(job.id, jobOptions)), needsSync: true };
}

/** Keeps a folder or service chosen by a command or watch folder, and replaces those of the recipe. */
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
