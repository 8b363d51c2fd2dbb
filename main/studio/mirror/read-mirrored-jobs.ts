/** Converts untrusted rows of the database to jobs of the mirror, without access to a disk. */
import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { isMessage, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { MirroredJob, SharedPathRow, SharedPhotograph } from '../../store/index.ts';
import type { QueryClient } from '../connection/studio-database.ts';
import { jobErrorSchema, parseSharedItem } from '../queue/parse-shared-item.ts';
import type { SharedResult, SharedState } from '../queue/queue-types.ts';
import { isPortablePath, parseShareUri, type SharedPath, type Shares } from '../shares/shared-path.ts';
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

interface ReaderContext {
  readonly shares: Pick<Shares, 'toDisplayPath' | 'folderOf'>;
  readonly profileOf: (serviceId: string) => string | null;
  readonly onError: (error: unknown) => void;
}

/** Caches batches and recipes, because each belongs to thousands of photographs. */
export class MirroredJobReader {
  readonly #context: ReaderContext;
  readonly #batches = new Map<number, MirroredJob['batch']>();
  readonly #recipes = new Map<string, { readonly recipe: Recipe; readonly paths: readonly SharedPathRow[] } | null>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** Returns the valid jobs; errors of the others are reported. */
  async read(queries: QueryClient, rows: readonly JobRow[]): Promise<MirroredJob[]> {
    await this.#loadBatches(queries, rows);
    await this.#loadRecipes(queries, rows);
    return rows.flatMap((row) => {
      try {
        return this.#toMirroredJob(row) ?? [];
      } catch (error) {
        this.#context.onError(error);
        return [];
      }
    });
  }

  async #loadBatches(queries: QueryClient, rows: readonly JobRow[]): Promise<void> {
    if (this.#batches.size > maxCacheEntries) this.#batches.clear();
    const ids = [...new Set(rows.map(({ batch }) => batch))].filter((id) => !this.#batches.has(id));
    if (ids.length === 0) return;
    for (const { id, title, person, station, created } of await queries.query<BatchRow>(batchesSql, [ids]))
      this.#batches.set(id, {
        sharedId: id,
        title: isMessage(title) ? title : '',
        person,
        station,
        createdAt: Math.round(Date.now() + created),
      });
  }

  async #loadRecipes(queries: QueryClient, rows: readonly JobRow[]): Promise<void> {
    if (this.#recipes.size > maxCacheEntries) this.#recipes.clear();
    const hashes = [...new Set(rows.map(({ recipe }) => recipe))].filter((hash) => !this.#recipes.has(hash));
    if (hashes.length === 0) return;
    for (const { hash, recipe } of await queries.query<{ hash: string; recipe: unknown }>(recipesSql, [hashes]))
      this.#recipes.set(hash, await this.#readRecipe(recipe));
  }

  async #readRecipe(untrusted: unknown) {
    const { shares, onError } = this.#context;
    const paths: SharedPathRow[] = [];
    try {
      const recipe = await toDisplayRecipe(untrusted, shares, (shared) => paths.push(...this.#toPathRows(shared)));
      return { recipe, paths };
    } catch (error) {
      onError(error);
      return null;
    }
  }

  #toPathRows(shared: SharedPath, hashes: readonly string[] = []): SharedPathRow[] {
    const { shares } = this.#context;
    const root = shares.folderOf(shared.share);
    return root === null ? [] : [{ path: shares.toDisplayPath(shared), root, hashes }];
  }

  #toMirroredJob(row: JobRow): MirroredJob | null {
    const { shares, profileOf } = this.#context;
    const batch = this.#batches.get(row.batch);
    const known = this.#recipes.get(row.recipe);
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
        ...this.#toPathRows(place),
        ...this.#toPathRows(output),
        ...files.flatMap((file) => this.#toPathRows(file.place, row.hashes)),
        ...known.paths,
      ],
    };
  }
}
