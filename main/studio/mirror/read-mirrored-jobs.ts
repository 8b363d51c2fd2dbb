/** A shared job as it stands in the database, made a row that this station shows: nothing of it is trusted, and no disk is asked. */

import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { isMessage, type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { MirroredJob, SharedPathRow, SharedPhotograph } from '../../store/index.ts';
import type { QueryClient } from '../connection/connection.ts';
import { jobErrorSchema, parseSharedItem } from '../dispatch/convert-jobs.ts';
import type { SharedResult, SharedState } from '../queue/queue-types.ts';
import { isPortablePath, parseShareUri, type SharedPath, type Shares } from '../shares/share-paths.ts';
import { toDisplayRecipe } from '../shares/shared-recipe.ts';
import { batchesSql, recipesSql } from './mirror-sql.ts';

/** As the statements of mirror-sql.ts give it; times in ms from now. */
export interface ShownRow {
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
  /** SHA-256, hex, of the newest files that stations wrote for it. */
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

/** Batches and recipes are for thousands of photographs. */
const maxCacheEntries = 1000;

/** @param profileOf the profile here that stands for a service; null where there is none */
export function createShownJobs(
  shares: Pick<Shares, 'named' | 'folderOf'>,
  profileOf: (serviceId: string) => string | null,
  onFault: (fault: unknown) => void,
) {
  const batches = new Map<number, MirroredJob['batch']>();
  const recipes = new Map<string, { readonly recipe: Recipe; readonly paths: readonly SharedPathRow[] } | null>();
  const pathRow = (shared: SharedPath, hashes: readonly string[] = []): SharedPathRow[] => {
    const root = shares.folderOf(shared.share);
    return root === null ? [] : [{ path: shares.named(shared), root, hashes }];
  };

  async function learn(queries: QueryClient, rows: readonly ShownRow[]): Promise<void> {
    if (batches.size > maxCacheEntries) batches.clear();
    if (recipes.size > maxCacheEntries) recipes.clear();
    const [newBatches, newRecipes] = [
      [...new Set(rows.map(({ batch }) => batch))].filter((id) => !batches.has(id)),
      [...new Set(rows.map(({ recipe }) => recipe))].filter((hash) => !recipes.has(hash)),
    ];
    if (newBatches.length > 0)
      for (const { id, title, person, station, created } of await queries.query<BatchRow>(batchesSql, [newBatches])) {
        const message: Message = isMessage(title) ? title : '';
        batches.set(id, { sharedId: id, title: message, person, station, createdAt: Math.round(Date.now() + created) });
      }
    if (newRecipes.length === 0) return;
    const found = await queries.query<{ hash: string; recipe: unknown }>(recipesSql, [newRecipes]);
    for (const { hash, recipe } of found) {
      const paths: SharedPathRow[] = [];
      const shown = await toDisplayRecipe(recipe, shares, (shared) => paths.push(...pathRow(shared))).catch(
        (fault: unknown) => {
          onFault(fault);
          return null;
        },
      );
      recipes.set(hash, shown && { recipe: shown, paths });
    }
  }

  function asShown(row: ShownRow): MirroredJob | null {
    const [batch, known] = [batches.get(row.batch), recipes.get(row.recipe)];
    if (batch === undefined || known == null) return null;
    const { recipe } = known;
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
    const error = jobErrorSchema.safeParse(row.error).data ?? null;
    return {
      ...{ sharedId: row.id, fence: row.fence, batch, counter: row.counter, origin: row.origin },
      place,
      sourcePath: shares.named(place),
      relativeFolder: row.relativeFolder,
      outputFolder: shares.named(output),
      contentHash: row.contentHash,
      ...{ bytes, width, height, takenAt, decision, recipe },
      profileId: profileOf(row.service) ?? `studio:${row.service}`,
      state: row.state === 'taken' ? 'preparing' : row.state,
      ...{ held: row.held && row.state === 'queued', priority: row.priority, station: row.station, error },
      ...{
        createdAt: toTimestamp(row.offered) ?? now,
        startedAt: toTimestamp(row.taken),
        finishedAt: toTimestamp(row.finished),
      },
      files: files.map(({ element, output, width, height, bytes, ...file }) => ({
        ...{ element, output, path: shares.named(file.place) },
        ...{ width: width ?? 0, height: height ?? 0, bytes: bytes ?? 0 },
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
    /** Those that can be shown; what cannot be read is told of, and left out. */
    async toMirroredJobs(queries: QueryClient, rows: readonly ShownRow[]): Promise<MirroredJob[]> {
      await learn(queries, rows);
      return rows.flatMap((row) => {
        try {
          return asShown(row) ?? [];
        } catch (fault) {
          onFault(fault);
          return [];
        }
      });
    },
  };
}
