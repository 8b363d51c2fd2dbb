/** Requests about product lists: chosen in main's dialog, read, shown with the photographs of a folder, and then added. */
import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ProductList, ProductRow } from '../../contract/intake/product-list.ts';
import { msg } from '../../contract/messages/message.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import type { ExportContext } from '../delivery/common/export-context.ts';
import { saveTable } from '../delivery/common/save-file.ts';
import { lastSeparator, writeCsv } from '../delivery/tables/table-files.ts';
import { expandPaths } from '../intake/paths/expand-paths.ts';
import { addProducts, productsPlan, type RoutedPhotos, routePhotographs } from '../intake/products/add-products.ts';
import { productStatuses, productStatusRow } from '../intake/products/product-status.ts';
import { readProductList } from '../intake/products/read-list.ts';
import { maxListFileBytes } from '../store/index.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Grants } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

/** `file`: null if it is too large to be kept. */
interface FoundList {
  readonly list: ProductList;
  readonly file: Buffer | null;
}

type Tools = Pick<ExportContext, 'store' | 'place' | 'toWords' | 'now'>;

export function productHandlers(
  {
    store,
    exports,
    batchTerms,
    withCosts,
  }: Pick<IpcContext, 'store' | 'batchTerms' | 'withCosts'> & { readonly exports: Tools },
  desktop: Pick<DesktopActions, 'chooseProductList' | 'reveal'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `products.${string}`>> {
  /** The list that was chosen last, and what was shown of it. */
  let chosen: ({ readonly id: string } & FoundList) | null = null;
  let shown: { readonly id: string; readonly routed: RoutedPhotos; readonly recipeId: string } | null = null;
  let savedIn: string | null = null;

  /** Reads each recipe once: a list has thousands of rows. */
  const recipeFinder = () => {
    const found = new Map<string, Recipe>();
    return (id: string): Recipe => {
      const recipe = found.get(id) ?? store.recipes.get(id);
      if (recipe === null) throw new UserError(msg('ipc.choose.knownRecipe'));
      found.set(id, recipe);
      return recipe;
    };
  };
  async function chooseFile(): Promise<FoundList | null> {
    const path = await desktop.chooseProductList();
    if (path === null) return null;
    const list = await readProductList(path, store.recipes.list());
    const { size } = await stat(path);
    return { list, file: size > maxListFileBytes ? null : await readFile(path) };
  }
  async function readRecent(id: string): Promise<FoundList> {
    const recent = store.listFiles.find(id);
    const file = recent === null ? null : store.listFiles.read(recent.hash);
    if (recent === null || file === null) throw new UserError(msg('ipc.products.chooseAgain'));
    const scratch = await store.scratch.make('lists');
    try {
      const path = join(scratch.path, recent.name);
      await writeFile(path, file);
      return { list: await readProductList(path, store.recipes.list()), file };
    } finally {
      await scratch.remove();
    }
  }
  /** A list of the same name is a newer version of the file. */
  function keepFile({ list: { name }, file }: FoundList): void {
    if (file === null) return;
    const id = store.listFiles.list().find((each) => each.name === name)?.id ?? randomUUID();
    store.listFiles.save({ id, name }, file);
  }
  const standingsIn = (batchId: number) => {
    const lines = store.productLists.ofBatch(batchId);
    return lines === null ? null : productStatuses(lines);
  };

  return {
    'products.recent': () => store.listFiles.list().map(({ id, name }) => ({ id, name })),
    'products.forget': ({ id }) => store.listFiles.remove(id),
    'products.choose': ({ recent }) =>
      withUserErrors(async () => {
        const found = recent === null ? await chooseFile() : await readRecent(recent);
        if (found === null) return null;
        chosen = { id: randomUUID(), ...found };
        return { id: chosen.id, name: chosen.list.name };
      }),
    'products.match': ({ id, folder, recipeId }, sender) =>
      withUserErrors(async () => {
        if (chosen?.id !== id) throw new UserError(msg('ipc.products.chooseAgain'));
        const findRecipe = recipeFinder();
        findRecipe(recipeId);
        const [path = ''] = grants.take(sender, 'folder', folder);
        const routed = await routePhotographs(chosen.list, expandPaths([path], { recursive: true }));
        shown = { id, routed, recipeId };
        return productsPlan(routed, (row) => findRecipe(row.recipeId ?? recipeId), store.presets);
      }),
    'products.add': ({ id }) =>
      withUserErrors(async () => {
        if (shown?.id !== id) throw new UserError(msg('ipc.products.chooseAgain'));
        const { routed, recipeId } = shown;
        const findRecipe = recipeFinder();
        const { outputFolder, defaultProfileId } = store.settings.read();
        const targetFor = (row: ProductRow) => {
          const recipe = findRecipe(row.recipeId ?? recipeId);
          const to = recipe.output.folder ?? outputFolder;
          return { recipe, outputFolder: to, profileId: recipe.profileId ?? defaultProfileId };
        };
        // A recipe that is gone by now is said before anything is added.
        const recipes = new Set([...routed.filesOf.keys()].map((row) => targetFor(row).recipe));
        if (chosen !== null) keepFile(chosen);
        chosen = null;
        shown = null;
        const { name } = routed.list;
        const title = basename(name, extname(name));
        const batch = { title, origin: 'drop', folderId: null, ...batchTerms([...recipes]) } as const;
        const { report, listIn } = await addProducts(routed, { store, batch, targetFor });
        return { ...(await withCosts(report)), listIn };
      }),
    'products.ofBatch': ({ batchId }) => standingsIn(batchId),
    'products.save': ({ batchId, folder }, sender) =>
      withUserErrors(async () => {
        const standings = standingsIn(batchId);
        const batch = store.batches.get(batchId);
        if (standings === null || batch === null) throw new UserError(msg('ipc.products.gone'));
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        const name = await saveTable(exports.toWords(batch.title), to, exports, (scratch) =>
          writeCsv(standings.map(productStatusRow), scratch, lastSeparator(store), new AbortController().signal),
        );
        savedIn = to;
        return name;
      }),
    'products.reveal': () => {
      if (savedIn === null) throw new UserError(msg('ipc.products.gone'));
      desktop.reveal(savedIn);
    },
  };
}
