import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import type { ProductList, ProductRow, ProductsPlan } from '../../../contract/intake/product-list.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { intakeRequests } from '../../../preload/requests/intake.ts';
import { saveTable } from '../../delivery/common/save-file.ts';
import { lastSeparator, writeCsv } from '../../delivery/tables/table-files.ts';
import { expandPaths } from '../../intake/paths/expand-paths.ts';
import { addProducts, productsPlan, type RoutedPhotos, routePhotographs } from '../../intake/products/add-products.ts';
import { productStatuses, productStatusRow } from '../../intake/products/product-status.ts';
import { readProductList } from '../../intake/products/read-list.ts';
import { maxListFileBytes } from '../../store/index.ts';
import { revealPath } from '../bridge/desktop-actions.ts';
import type { IpcContext } from '../bridge/ipc-context.ts';
import type { GroupHandlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';

export function intakeHandlers(context: RequestContext): HandlersOf<typeof intakeRequests> {
  const { core, grants } = context;
  return {
    'intake.add': ({ grant, recipeId }, sender) => core.add(grants.take(sender, 'photographs', grant), recipeId),
    'intake.lookFirst': ({ grant, recipeId }, sender) =>
      core.lookFirst(grants.take(sender, 'photographs', grant), recipeId),
    'intake.samples': () => core.addSamples(),
    ...folderHandlers(context),
    ...productHandlers(context),
  };
}

/** Watch folders. */
function folderHandlers({ core, desktop }: RequestContext): GroupHandlers<'folders'> {
  const { store, review } = core;
  return {
    'folders.progress': ({ id }) => review.reader.ask('folders.progress', id),
    'folders.save': (folder) => {
      if (store.recipes.get(folder.recipeId) === null) throw new UserError(msg('ipc.choose.recipeForFolder'));
      if (store.folders.list().some(({ id, path }) => path === folder.path && id !== folder.id))
        throw new UserError(msg('ipc.folder.alreadyWatched'));
      store.folders.save(folder);
    },
    'folders.setPaused': ({ id, paused }) => {
      const folder = store.folders.get(id);
      if (folder) store.folders.save({ ...folder, paused });
    },
    'folders.remove': ({ id }) => store.folders.remove(id),
    'folders.reveal': ({ id, which }) => {
      const path = which === 'watched' ? store.folders.get(id)?.path : core.outputOf(id);
      if (path == null) throw new UserError(msg('ipc.folder.notWatched'));
      revealPath(desktop, path);
    },
  };
}

/** Product lists: chosen, matched with the photographs of a folder, and added. */
function productHandlers({ core, desktop, grants }: RequestContext): GroupHandlers<'products'> {
  const { store, exports } = core;
  const session = new ProductSession(core);
  let tableFolder: string | null = null;
  const readStatuses = (batchId: number) => {
    const lines = store.productLists.ofBatch(batchId);
    return lines === null ? null : productStatuses(lines);
  };
  return {
    'products.recent': () => store.listFiles.list().map(({ id, name }) => ({ id, name })),
    'products.forget': ({ id }) => store.listFiles.remove(id),
    'products.choose': ({ recent }) =>
      withUserErrors(async () => {
        if (recent !== null) return session.chooseRecent(recent);
        const path = await desktop.chooseProductList();
        return path === null ? null : session.chooseFile(path);
      }),
    'products.match': ({ id, folder, recipeId }, sender) =>
      withUserErrors(() => session.match(id, recipeId, () => grants.take(sender, 'folder', folder))),
    'products.add': ({ id }) => withUserErrors(() => session.add(id)),
    'products.ofBatch': ({ batchId }) => readStatuses(batchId),
    'products.save': ({ batchId, folder }, sender) =>
      withUserErrors(async () => {
        const statuses = readStatuses(batchId);
        const batch = store.batches.get(batchId);
        if (statuses === null || batch === null) throw new UserError(msg('ipc.products.gone'));
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        const { signal } = new AbortController();
        const name = await saveTable(exports.toWords(batch.title), to, exports, (scratch) =>
          writeCsv(statuses.map(productStatusRow), scratch, lastSeparator(store), signal),
        );
        tableFolder = to;
        return name;
      }),
    'products.reveal': () => {
      if (tableFolder === null) throw new UserError(msg('ipc.products.gone'));
      desktop.reveal(tableFolder);
    },
  };
}

interface LoadedList {
  readonly list: ProductList;
  /** Null if it is too large to be stored. */
  readonly file: Buffer | null;
}

/** The last chosen product list, and its last match. Each match is added at most once. */
class ProductSession {
  readonly #core: Pick<IpcContext, 'store' | 'batchTerms' | 'withCosts'>;
  #chosen: ({ readonly id: string } & LoadedList) | null = null;
  #match: { readonly id: string; readonly routed: RoutedPhotos; readonly recipeId: string } | null = null;

  constructor(core: Pick<IpcContext, 'store' | 'batchTerms' | 'withCosts'>) {
    this.#core = core;
  }

  async chooseFile(path: string) {
    const list = await readProductList(path, this.#core.store.recipes.list());
    const { size } = await stat(path);
    return this.#choose({ list, file: size > maxListFileBytes ? null : await readFile(path) });
  }

  /** Reads a stored list again, with its recipes as they currently are. */
  async chooseRecent(id: string) {
    const { listFiles, recipes, scratch } = this.#core.store;
    const recent = listFiles.find(id);
    const file = recent === null ? null : listFiles.read(recent.hash);
    if (recent === null || file === null) throw new UserError(msg('ipc.products.chooseAgain'));
    const folder = await scratch.make('lists');
    try {
      const path = join(folder.path, recent.name);
      await writeFile(path, file);
      return this.#choose({ list: await readProductList(path, recipes.list()), file });
    } finally {
      await folder.remove();
    }
  }

  #choose(loaded: LoadedList) {
    this.#chosen = { id: randomUUID(), ...loaded };
    return { id: this.#chosen.id, name: loaded.list.name };
  }

  /** @param takeFolder spends the folder's grant, once the list and the recipe are known */
  async match(id: string, recipeId: string, takeFolder: () => readonly string[]): Promise<ProductsPlan> {
    if (this.#chosen?.id !== id) throw new UserError(msg('ipc.products.chooseAgain'));
    const findRecipe = this.#recipeFinder();
    findRecipe(recipeId);
    const [path = ''] = takeFolder();
    const routed = await routePhotographs(this.#chosen.list, expandPaths([path], { recursive: true }));
    this.#match = { id, routed, recipeId };
    return productsPlan(routed, (row) => findRecipe(row.recipeId ?? recipeId), this.#core.store.presets);
  }

  async add(id: string): Promise<AddReport & { readonly listIn: number | null }> {
    if (this.#match?.id !== id) throw new UserError(msg('ipc.products.chooseAgain'));
    const { store, batchTerms, withCosts } = this.#core;
    const { routed, recipeId } = this.#match;
    const findRecipe = this.#recipeFinder();
    const { outputFolder, defaultProfileId } = store.settings.read();
    const targetFor = (row: ProductRow) => {
      const recipe = findRecipe(row.recipeId ?? recipeId);
      const folder = recipe.output.folder ?? outputFolder;
      return { recipe, outputFolder: folder, profileId: recipe.profileId ?? defaultProfileId };
    };
    // Throws for a missing recipe before anything is added.
    const recipes = new Set([...routed.filesOf.keys()].map((row) => targetFor(row).recipe));
    if (this.#chosen !== null) this.#storeFile(this.#chosen);
    this.#chosen = null;
    this.#match = null;
    const { name } = routed.list;
    const title = basename(name, extname(name));
    const batch = { title, origin: 'drop', folderId: null, ...batchTerms([...recipes]) } as const;
    const { report, listIn } = await addProducts(routed, { store, batch, targetFor });
    return { ...(await withCosts(report)), listIn };
  }

  /** Stores the file for later use. It replaces a list of the same name, because it is a newer version. */
  #storeFile({ list: { name }, file }: LoadedList): void {
    if (file === null) return;
    const { listFiles } = this.#core.store;
    const id = listFiles.list().find((each) => each.name === name)?.id ?? randomUUID();
    listFiles.save({ id, name }, file);
  }

  /** Returns a function that reads each recipe once, because a list has thousands of rows. */
  #recipeFinder() {
    const cache = new Map<string, Recipe>();
    return (id: string): Recipe => {
      const recipe = cache.get(id) ?? this.#core.store.recipes.get(id);
      if (recipe === null) throw new UserError(msg('ipc.choose.knownRecipe'));
      cache.set(id, recipe);
      return recipe;
    };
  }
}
