/** Decides which watch folders this computer watches, and where their results are written. */
import { join } from 'node:path';
import type { Notice } from '../../../contract/app/app-snapshot.ts';
import type { WatchFolder } from '../../../contract/intake/watch-folder.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { resolveLinks } from '../../files/real-path.ts';
import type { Store } from '../../store/index.ts';
import type { StudioIntake } from '../examine/add-options.ts';

export interface StudioWatchClaims {
  isIn(): boolean;
  /** Claims a folder. Returns the name of another station that watches it, or null. */
  watcherOf(folder: string): Promise<string | null>;
  /** Returns null if this computer is in no studio. */
  intake(batch: { readonly key: string; readonly title: MessageDescriptor }, profileId: string): StudioIntake | null;
}

/** Returns the folder's output folder, else that of the recipe, else one inside; null if the folder is deleted. */
export function outputFolderOf(
  store: Pick<Store, 'folders' | 'recipes'>,
  folderId: string,
  recipe: Pick<Recipe, 'output'> | null = null,
): string | null {
  const folder = store.folders.get(folderId);
  if (folder === null) return null;
  const { output } = recipe ?? store.recipes.get(folder.recipeId) ?? {};
  return folder.outputFolder ?? output?.folder ?? join(folder.path, 'Burnish');
}

export class WatchPlan {
  readonly #store: Pick<Store, 'folders' | 'recipes'>;
  readonly #studio: Pick<StudioWatchClaims, 'watcherOf'> | undefined;
  readonly #onNotice: (tone: Notice['tone'], text: MessageDescriptor) => void;
  /** Names of other stations that watch folders, by folder id. */
  readonly #stations = new Map<string, string>();
  /** Paths of folders that are watched instead of their twins, by id of the twin. */
  readonly #twins = new Map<string, string>();

  constructor(
    store: Pick<Store, 'folders' | 'recipes'>,
    studio: Pick<StudioWatchClaims, 'watcherOf'> | undefined,
    onNotice: (tone: Notice['tone'], text: MessageDescriptor) => void,
  ) {
    this.#store = store;
    this.#studio = studio;
    this.#onNotice = onNotice;
  }

  get hasSkipped(): boolean {
    return this.#stations.size > 0 || this.#twins.size > 0;
  }

  /** Returns the folders to watch by id, and reports newly skipped ones. */
  async chooseFolders(): Promise<Map<string, WatchFolder>> {
    const active = this.#store.folders.list().filter(({ paused }) => !paused);
    const chosen = new Map(active.map((folder) => [folder.id, folder]));
    await this.#skipClaimed(chosen);
    await this.#skipTwins(chosen);
    return chosen;
  }

  skipReason(id: string): MessageDescriptor | null {
    const [station, twin] = [this.#stations.get(id), this.#twins.get(id)];
    if (station !== undefined) return msg('studio.watch.elsewhere', { station });
    return twin === undefined ? null : twinMessage(twin);
  }

  async #skipClaimed(chosen: Map<string, WatchFolder>): Promise<void> {
    for (const { id, path } of chosen.values()) {
      const before = this.#stations.get(id);
      const station = await this.#claim(path, before ?? null);
      if (station === null) {
        this.#stations.delete(id);
        continue;
      }
      this.#stations.set(id, station);
      chosen.delete(id);
      if (station !== before) this.#onNotice('info', msg('studio.watch.elsewhere', { station }));
    }
  }

  /** Returns `before` if the studio does not respond. */
  async #claim(path: string, before: string | null): Promise<string | null> {
    return this.#studio?.watcherOf(path).catch(() => before) ?? null;
  }

  async #skipTwins(chosen: Map<string, WatchFolder>): Promise<void> {
    for (const [id, first] of await this.#findTwins([...chosen.values()])) {
      chosen.delete(id);
      if (this.#twins.get(id) === first.path) continue;
      this.#twins.set(id, first.path);
      this.#onNotice('info', twinMessage(first.path));
    }
    for (const id of this.#twins.keys()) if (chosen.has(id)) this.#twins.delete(id);
  }

  /** Returns earlier folders with the same target, recipe and output folder, by id of the later one. */
  async #findTwins(folders: readonly WatchFolder[]): Promise<Map<string, WatchFolder>> {
    const firstOf = new Map<string, WatchFolder>();
    const twins = new Map<string, WatchFolder>();
    for (const folder of folders) {
      const outputFolder = outputFolderOf(this.#store, folder.id) ?? folder.path;
      const key = JSON.stringify([await resolveLinks(folder.path), await resolveLinks(outputFolder), folder.recipeId]);
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, folder);
      else twins.set(folder.id, first);
    }
    return twins;
  }
}

const twinMessage = (path: string) => msg('intake.watch.sameFolder', { path });
