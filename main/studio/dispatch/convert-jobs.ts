/** Conversion between a job of this station and a photograph as all stations know it. */
import { createHash } from 'node:crypto';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { type NewJob, targetHash, workHash } from '../../store/index.ts';
import { parseSharedItem } from '../queue/parse-shared-item.ts';
import type { OfferTerms, SharedItem, SharedService } from '../queue/queue-types.ts';
import { parseShareUri, type Shares, toShareUri } from '../shares/shared-path.ts';
import { toLocalRecipe, toSharedRecipe } from '../shares/shared-recipe.ts';

/** Returns null if any of its files is outside all shares: then this station processes it itself. */
export async function toSharedItem(
  job: NewJob,
  { localBatch: _, ...terms }: OfferTerms,
  shares: Shares,
): Promise<SharedItem | null> {
  const source = await shares.toShared(job.sourcePath);
  const output = await shares.toShared(job.outputFolder);
  const recipe = await findSharedRecipe(job.recipe, shares);
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
    decision: job.decision === undefined ? null : withoutNote(job.decision),
    needs: needsOf(source.share, output.share, recipe, terms.service),
  };
}

const withoutNote = ({ flag, stars, label }: NonNullable<NewJob['decision']>) => ({ flag, stars, label });

/** Converted recipes: recipes are immutable, and thousands of photographs use the same one. */
const sharedRecipes = new WeakMap<Shares, WeakMap<Recipe, Promise<Recipe | null>>>();

function findSharedRecipe(recipe: Recipe, shares: Shares): Promise<Recipe | null> {
  const converted = sharedRecipes.get(shares) ?? new WeakMap<Recipe, Promise<Recipe | null>>();
  sharedRecipes.set(shares, converted);
  const existing = converted.get(recipe);
  if (existing !== undefined) return existing;
  const shared = toSharedRecipe(recipe, shares);
  converted.set(recipe, shared);
  // A disk that did not respond may do so next time.
  shared.catch(() => converted.delete(recipe));
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
 * Converts an untrusted item to a job of this station.
 * @throws UserFacingError if the item or its recipe is invalid, a path is outside its share, or a share is unknown or unavailable
 */
export async function toLocalJob(untrusted: SharedItem, profileId: string, shares: Shares): Promise<NewJob> {
  const item = parseSharedItem(untrusted);
  const output = parseShareUri(item.outputFolder);
  if (output === null) throw new UserFacingError(msg('studio.share.noPath', { path: item.outputFolder }));
  const sourcePath = await shares.toLocal({ share: item.share, path: item.path });
  const outputFolder = await shares.toLocal(output);
  const recipe = await toLocalRecipe(untrusted.recipe, shares);
  // No link in a folder of results may lead out of the share.
  for (const subfolder of [item.relativeFolder, recipe.product?.folder ?? ''])
    await shares.toLocal({
      share: output.share,
      path: [output.path, subfolder].filter((part) => part !== '').join('/'),
    });
  const references = recipe.steps.flatMap(({ reference }) => reference ?? []);
  return {
    sourcePath,
    outputFolder,
    recipe,
    profileId,
    contentHash: item.contentHash,
    pictureHash: item.pictureHash,
    bytes: item.bytes,
    width: item.width,
    height: item.height,
    relativeFolder: item.relativeFolder,
    priority: item.priority,
    takenAt: item.takenAt,
    identity: await fileIdentity(sourcePath),
    references: new Map(await Promise.all(references.map(async (path) => [path, await fileIdentity(path)] as const))),
    ...(item.problem === null ? {} : { problem: item.problem }),
    ...(item.decision === null ? {} : { decision: item.decision }),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
