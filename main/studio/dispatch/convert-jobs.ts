/** A photograph as the studio knows it, and as a job of this station: the one made of the other. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { advices, errorKinds, type JobError } from '../../../contract/jobs/job.ts';
import { isMessage, type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { photographDecisionSchema } from '../../../contract/review/photo-decision.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { type NewJob, targetHash, workHash } from '../../store/index.ts';
import type { SharedItem, SharedService } from '../queue/queue-types.ts';
import { parseShareUri, type Shares, toShareUri } from '../shares/share-paths.ts';
import { toLocalRecipe, toSharedRecipe } from '../shares/shared-recipe.ts';

/** What is offered together. */
export interface OfferTerms {
  readonly batch: SharedItem['batch'];
  readonly origin: SharedItem['origin'];
  readonly known: SharedItem['known'];
  readonly service: SharedService;
  /** The batch of this computer that shows it; null or absent: one is made for what the studio reports. */
  readonly localBatch?: number | null;
}

/** Null where any of its files is outside of all shares: then it is this station's own to do. */
export async function toSharedItem(
  job: NewJob,
  { localBatch: _, ...terms }: OfferTerms,
  shares: Shares,
): Promise<SharedItem | null> {
  const source = await shares.toShared(job.sourcePath);
  const output = await shares.toShared(job.outputFolder);
  const recipe = await sharedRecipeOf(job.recipe, shares);
  if (source === null || output === null || recipe === null) return null;
  const outputFolder = toShareUri(output);
  const work = workHash(recipe);
  return {
    ...terms,
    known: job.again === true ? 'again' : terms.known,
    ...source,
    relativeFolder: job.relativeFolder,
    outputFolder,
    recipe,
    contentHash: job.contentHash,
    pictureHash: job.pictureHash ?? null,
    workHash: work,
    recipeHash: sha256(JSON.stringify([work, recipe.id, targetHash(recipe, outputFolder)])),
    bytes: job.bytes,
    width: job.width,
    height: job.height,
    priority: job.priority ?? 0,
    problem: job.problem ?? null,
    takenAt: job.takenAt ?? null,
    decision: job.decision === undefined ? null : chosenOf(job.decision),
    needs: needsOf(source.share, output.share, recipe, terms.service),
  };
}

const chosenOf = ({ flag, stars, label }: NonNullable<NewJob['decision']>) => ({ flag, stars, label });

/** Recipes are never changed in place, and one is for thousands of photographs. */
const sharedRecipes = new WeakMap<Shares, WeakMap<Recipe, Promise<Recipe | null>>>();

function sharedRecipeOf(recipe: Recipe, shares: Shares): Promise<Recipe | null> {
  const known = sharedRecipes.get(shares) ?? new WeakMap<Recipe, Promise<Recipe | null>>();
  sharedRecipes.set(shares, known);
  const before = known.get(recipe);
  if (before !== undefined) return before;
  const shared = toSharedRecipe(recipe, shares);
  known.set(recipe, shared);
  // A disk that did not answer may do so next time.
  shared.catch(() => known.delete(recipe));
  return shared;
}

function needsOf(source: string, output: string, recipe: Recipe, service: SharedService): string[] {
  const named = [...JSON.stringify(recipe).matchAll(/share:\/\/([^/"]+)\//g)].map(([, name]) =>
    decodeURIComponent(name ?? ''),
  );
  const shares = new Set([source, output, ...named]);
  const operations = new Set(recipe.steps.map(({ operation }) => operation));
  return [
    `service:${service.id}`,
    ...[...shares].map((name) => `share:${name}`),
    ...[...operations].map((operation) => `operation:${operation}`),
  ];
}

/**
 * The job of this station.
 * @throws UserFacingError for what leads out of its share, for a share that is not here or away, and for a recipe that is none
 */
export async function toLocalJob(given: SharedItem, profileId: string, shares: Shares): Promise<NewJob> {
  const item = { ...parseSharedItem(given), recipe: given.recipe };
  const output = parseShareUri(item.outputFolder);
  if (output === null) throw new UserFacingError(msg('studio.share.noPath', { path: item.outputFolder }));
  const sourcePath = await shares.toLocal({ share: item.share, path: item.path });
  const outputFolder = await shares.toLocal(output);
  const recipe = await toLocalRecipe(item.recipe, shares);
  // Results go below it: no link there may lead out of the share either.
  for (const subfolder of [item.relativeFolder, recipe.product?.folder ?? ''])
    await shares.toLocal({
      share: output.share,
      path: [output.path, subfolder].filter((part) => part !== '').join('/'),
    });
  const { contentHash, pictureHash, bytes, width, height, relativeFolder, priority, problem, takenAt, decision } = item;
  const references = recipe.steps.flatMap(({ reference }) => reference ?? []);
  return {
    ...{
      sourcePath,
      outputFolder,
      recipe,
      profileId,
      contentHash,
      pictureHash,
      bytes,
      width,
      height,
      relativeFolder,
      priority,
      takenAt,
    },
    identity: await fileIdentity(sourcePath),
    references: new Map(await Promise.all(references.map(async (path) => [path, await fileIdentity(path)] as const))),
    ...(problem === null ? {} : { problem }),
    ...(decision === null ? {} : { decision }),
  };
}

/** What became of a job, as a station reads it that has not seen it happen. */
export const jobErrorSchema = z.looseObject({
  ...{ kind: z.enum(errorKinds), code: z.string().max(100), advice: z.enum(advices) },
  message: z.custom<Message>((value) => isMessage(value)),
  requestId: z.string().nullable(),
  logId: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);
/** What a station uses of an item that stands in the database; paths and recipe are read by `shares`. */
const itemSchema = z.looseObject({
  batch: z.looseObject({ title: z.custom<Message>((value) => isMessage(value)) }),
  ...{ share: z.string(), path: z.string(), outputFolder: z.string(), relativeFolder: z.string() },
  ...{ contentHash: hash, pictureHash: hash.nullable(), bytes: size, width: size, height: size, priority: z.int() },
  problem: jobErrorSchema.nullable(),
  takenAt: z.number().nullable().default(null),
  decision: photographDecisionSchema.omit({ note: true }).nullable().default(null),
});

/** @throws UserFacingError for what is no photograph of the studio's */
export function parseSharedItem(item: unknown): Omit<SharedItem, 'recipe'> {
  const { data, error } = itemSchema.safeParse(item);
  if (error !== undefined) throw new UserFacingError(msg('studio.item.unknown'), { cause: error });
  return data as unknown as Omit<SharedItem, 'recipe'>;
}

/** A share that does not answer now, where all else is as it should be. */
export function isShareUnreachable(error: unknown): boolean {
  return (
    error instanceof UserFacingError &&
    typeof error.sentence !== 'string' &&
    error.sentence.key === 'studio.share.unreachable'
  );
}

/** Why a photograph of the studio cannot be done here, by whoever it is done. */
export function rejectionError(error: unknown): JobError {
  const message = error instanceof UserFacingError ? error.sentence : { key: 'pipeline.fault' as const };
  return { kind: 'input', code: 'NOT_IN_SHARE', message, advice: 'edit-recipe', requestId: null, logId: null };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
