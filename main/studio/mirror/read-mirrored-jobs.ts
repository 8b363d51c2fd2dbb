/** Converts untrusted rows of the database to jobs of the mirror, without access to a disk. */
import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { isMessage, type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { MirroredJob, SharedPathRow, SharedPhotograph } from '../../store/index.ts';
import type { QueryClient } from '../connection/studio-database.ts';
import { jobErrorSchema, parseSharedItem } from '../queue/parse-shared-item.ts';
import type { SharedResult, SharedState } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';
import { isPortablePath, parseShareUri, type SharedPath } from '../shares/shared-path.ts';
import { toDisplayRecipe } from '../shares/shared-recipe.ts';
import { batchesSql, recipesSql } from './mirror-sql.ts';

/** A row of the statements in `mirror-sql.ts`; times in ms from now. */
export interface JobRow {
  readonly id: number;
  readonly changed: string;
  readonly batch: number;
  readonly counter: number;
  readonly share: string;
  readonly path: string;
  readonly relativeFolder: string;
  readonly contentHash: string;
  readonly item: unknown;
  readonly recipe: string;
  readonly service: string;
  readonly origin: JobOrigin;
  readonly state: SharedState;
  readonly fence: number;
  readonly held: boolean;
  readonly priority: number;
  readonly error: unknown;
  readonly station: string;
  readonly results: readonly Omit<SharedResult, 'hash'>[];
  /** SHA-256, hex, of the newest files that stations wrote. */
  readonly hashes: readonly string[];
  readonly offered: number;
  readonly taken: number | null;
  readonly finished: number | null;
}

export type DecisionRow = SharedPhotograph &
  Decision & { readonly changed: string; readonly station: string | null; readonly isOwn: boolean };

interface BatchRow {
  readonly id: number;
  readonly title: unknown;
  readonly person: string;
  readonly station: string;
  readonly created: number;
}

const maxCacheEntries = 1000;

/** Returns a reader that caches batches and recipes, because each belongs to thousands of photographs. */
export function createMirroredJobReader(
  shares: Pick<Shares, 'toDisplayPath' | 'folderOf'>,
  profileOf: (serviceId: string) => string | null,
  onError: (error: unknown) => void,
) {
  const batches = new Map<number, MirroredJob['batch']>();
  const recipes = new Map<string, { readonly recipe: Recipe; readonly paths: readonly SharedPathRow[] } | null>();
  const pathRow = (shared: SharedPath, hashes: readonly string[] = []): SharedPathRow[] => {
    const root = shares.folderOf(shared.share);
    return root === null ? [] : [{ path: shares.toDisplayPath(shared), root, hashes }];
  };

  async function loadBatchesAndRecipes(queries: QueryClient, rows: readonly JobRow[]): Promise<void> {
    if (batches.size > maxCacheEntries) batches.clear();
    if (recipes.size > maxCacheEntries) recipes.clear();
    const newBatches = [...new Set(rows.map(({ batch }) => batch))].filter((id) => !batches.has(id));
    const newRecipes = [...new Set(rows.map(({ recipe }) => recipe))].filter((hash) => !recipes.has(hash));
    if (newBatches.length > 0)
      for (const { id, title, person, station, created } of await queries.query<BatchRow>(batchesSql, [newBatches])) {
        const message: Message = isMessage(title) ? title : '';
        batches.set(id, { sharedId: id, title: message, person, station, createdAt: Math.round(Date.now() + created) });
      }
    if (newRecipes.length === 0) return;
    const found = await queries.query<{ hash: string; recipe: unknown }>(recipesSql, [newRecipes]);
    for (const { hash, recipe } of found) {
      const paths: SharedPathRow[] = [];
      const display = toDisplayRecipe(recipe, shares, (shared) => paths.push(...pathRow(shared)));
      const displayed = await display.catch((error: unknown) => {
        onError(error);
        return null;
      });
      recipes.set(hash, displayed && { recipe: displayed, paths });
    }
  }

  function toMirroredJob(row: JobRow): MirroredJob | null {
    const batch = batches.get(row.batch);
    const known = recipes.get(row.recipe);
    if (batch === undefined || known == null) return null;
    const { outputFolder, bytes, width, height, takenAt, decision } = parseSharedItem(row.item);
    const output = parseShareUri(outputFolder);
    if (output === null) return null;
    if (!isPortablePath(row.relativeFolder))
      throw new UserFacingError(msg('studio.share.noPath', { path: row.relativeFolder }));
    const place = { share: row.share, path: row.path };
    const files = row.results.flatMap(({ share, path, ...file }) =>
      share === null || path === null ? [] : [{ ...file, place: { share, path } }],
    );
    const now = Date.now();
    const toTimestamp = (ms: number | null) => (ms === null ? null : Math.round(now + ms));
    return {
      sharedId: row.id,
      fence: row.fence,
      batch,
      counter: row.counter,
      origin: row.origin,
      place,
      sourcePath: shares.toDisplayPath(place),
      relativeFolder: row.relativeFolder,
      outputFolder: shares.toDisplayPath(output),
      contentHash: row.contentHash,
      bytes,
      width,
      height,
      takenAt,
      decision,
      recipe: known.recipe,
      profileId: profileOf(row.service) ?? `studio:${row.service}`,
      state: row.state === 'taken' ? 'preparing' : row.state,
      held: row.held && row.state === 'queued',
      priority: row.priority,
      station: row.station,
      error: jobErrorSchema.safeParse(row.error).data ?? null,
      createdAt: toTimestamp(row.offered) ?? now,
      startedAt: toTimestamp(row.taken),
      finishedAt: toTimestamp(row.finished),
      files: files.map((file) => ({
        element: file.element,
        output: file.output,
        path: shares.toDisplayPath(file.place),
        width: file.width ?? 0,
        height: file.height ?? 0,
        bytes: file.bytes ?? 0,
      })),
      paths: [
        ...pathRow(place),
        ...pathRow(output),
        ...files.flatMap((file) => pathRow(file.place, row.hashes)),
        ...known.paths,
      ],
    };
  }

  return {
    /** Returns the valid jobs; errors of the others are reported. */
    async read(queries: QueryClient, rows: readonly JobRow[]): Promise<MirroredJob[]> {
      await loadBatchesAndRecipes(queries, rows);
      return rows.flatMap((row) => {
        try {
          return toMirroredJob(row) ?? [];
        } catch (error) {
          onError(error);
          return [];
        }
      });
    },
  };
}
