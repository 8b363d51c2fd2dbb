import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { intakeHandlers } from '../../../../main/ipc/requests/intake.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { test as pageTest } from '../../../helpers/window/page-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

const chooseAgain = matchingError(/Choose the product list again/);
const sample = join(import.meta.dirname, '../../../../assets/samples/coffee.png');

function windowOf({ store, folder }: ReviewStage) {
  const grants = openGrants();
  const revealed: string[] = [];
  const chosen: { path: string | null } = { path: join(folder, 'spring.csv') };
  const exports = { store, place: placeSibling, toWords: messageText, now: () => new Date(2026, 4, 3).getTime() };
  const handlers = intakeHandlers(
    requestContext({
      core: { store, exports, batchTerms: () => ({}), withCosts: async (report) => report },
      desktop: { chooseProductList: async () => chosen.path, reveal: (path) => void revealed.push(path) },
      grants,
    }),
  );
  const shoot = join(folder, 'shoot');
  mkdirSync(shoot);
  for (const name of ['A1', 'B2_1', 'B2_2', 'other']) copyFileSync(sample, join(shoot, `${name}.png`));
  writeFileSync(join(folder, 'spring.csv'), 'SKU;Name;Recipe\nA1;=Cup;\nB2;;skin-soft\nC3;;\n;x;\n');
  const granted = () => grants.giveOne('page', 'folder', shoot).id;
  return { grants, revealed, chosen, handlers, granted };
}

const recipeId = 'product-on-white';

test('a list is chosen, reviewed and added, once; its products can be read and saved', async ({ review }) => {
  const { grants, revealed, handlers, granted } = windowOf(review);
  const { id, name } = (await handlers['products.choose']({ recent: null }, 'page'))!;
  expect(name).toBe('spring.csv');

  const plan = await handlers['products.match']({ id, folder: granted(), recipeId }, 'page');
  expect(plan).toMatchObject({ products: 3, photographs: 3, missingCount: 1, withoutCount: 1, leftOutCount: 1 });
  expect([plan.namesProducts, review.store.views.summaries()]).toEqual([false, []]);

  const { accepted, listIn } = await handlers['products.add']({ id }, 'page');
  expect(accepted).toBe(3);
  const jobs = review.store.views.summaries();
  expect(jobs.map((job) => [job.name, job.recipeName]).sort()).toEqual([
    ['A1.png', 'Product on white'],
    ['B2_1.png', 'Skin, soft'],
    ['B2_2.png', 'Skin, soft'],
  ]);
  const batchId = listIn!;
  expect(await handlers['products.ofBatch']({ batchId }, 'page')).toMatchObject([
    { sku: 'A1', found: 1, missing: 0 },
    { sku: 'B2', found: 2 },
    { sku: 'C3', missing: 1 },
  ]);
  await expect(handlers['products.add']({ id }, 'page')).rejects.toEqual(chooseAgain);

  const folder = grants.giveOne('page', 'folder', review.folder).id;
  const save = async () => handlers['products.save']({ batchId, folder }, 'page');
  expect(await save()).toBe('spring 2026-05-03.csv');
  await expect(save()).rejects.toThrow(UserError);
  handlers['products.reveal'](undefined, 'page');
  expect(revealed).toEqual([review.folder]);
  expect(readFileSync(join(review.folder, 'spring 2026-05-03.csv'), 'utf8')).toContain("\r\nA1,'=Cup,1,0,0,0\r\n");
});

test('adds only what was shown, and only to existing recipes', async ({ review }) => {
  const { handlers, granted } = windowOf(review);
  const stranger = crypto.randomUUID();
  const add = async (of: string) => handlers['products.add']({ id: of }, 'page');
  const match = async (of: string, folder: string, recipe = recipeId) =>
    handlers['products.match']({ id: of, folder, recipeId: recipe }, 'page');
  const { id } = (await handlers['products.choose']({ recent: null }, 'page'))!;

  for (const of of [stranger, id]) await expect(add(of)).rejects.toEqual(chooseAgain);
  await expect(match(stranger, granted())).rejects.toEqual(chooseAgain);
  await expect(match(id, granted(), 'gone')).rejects.toEqual(matchingError(/Choose an existing recipe/));
  await expect(match(id, review.folder)).rejects.toEqual(matchingError(/Choose the file or folder again/));
  await match(id, granted());
  review.store.recipes.remove('skin-soft');
  await expect(add(id)).rejects.toEqual(matchingError(/Choose an existing recipe/));

  expect(review.store.views.summaries()).toEqual([]);
  expect(await handlers['products.ofBatch']({ batchId: 99 }, 'page')).toBe(null);
});

test('reports that no list was chosen, and a missing one', async ({ review }) => {
  const { chosen, handlers } = windowOf(review);
  const choose = async () => handlers['products.choose']({ recent: null }, 'page');
  rmSync(join(review.folder, 'spring.csv'));

  await expect(choose()).rejects.toThrow(UserError);

  chosen.path = null;
  expect(await choose()).toBe(null);
});

test('a used list can be chosen again without its file; a newer file replaces it', async ({ review }) => {
  const { handlers, granted } = windowOf(review);
  const use = async (recent: string | null) => {
    const { id } = (await handlers['products.choose']({ recent }, 'page'))!;
    const match = { id, folder: granted(), recipeId: 'product-on-white' };
    const { products } = await handlers['products.match'](match, 'page');
    await handlers['products.add']({ id }, 'page');
    return products;
  };
  expect(await handlers['products.recent'](undefined, 'page')).toEqual([]);
  expect(await use(null)).toBe(3);
  rmSync(join(review.folder, 'spring.csv'));
  const [first] = await handlers['products.recent'](undefined, 'page');
  expect(first).toMatchObject({ name: 'spring.csv' });
  expect(await use(first!.id)).toBe(3);
  writeFileSync(join(review.folder, 'spring.csv'), 'SKU\nA1\nD4\n');
  expect(await use(null)).toBe(2);
  expect(await handlers['products.recent'](undefined, 'page')).toEqual([first]);
  expect(await use(first!.id)).toBe(2);
  await handlers['products.forget']({ id: first!.id }, 'page');
  expect(await handlers['products.recent'](undefined, 'page')).toEqual([]);
  await expect(handlers['products.choose']({ recent: first!.id }, 'page')).rejects.toMatchObject({ name: 'UserError' });
});

pageTest('photographs are taken in by a grant for what was chosen, once', async ({ page }) => {
  const { handlers } = page;
  expect(await handlers['app.chooseImages'](undefined)).toBeNull();
  page.choice = [page.sample];
  const grant = (await handlers['app.chooseImages'](undefined))!;
  const add = async () => handlers['intake.add']({ grant, recipeId: 'portrait-cutout' });
  expect(await add()).toMatchObject({ accepted: 1, refused: [] });
  await expect(add).rejects.toThrow(UserError);
});

describe('folders', () => {
  const watched = (id: string, path: string) => watchFolderSchema.parse({ id, path, recipeId: 'portrait-cutout' });

  pageTest('are watched once, with a recipe that is there', async ({ page }) => {
    const { handlers, chosen } = page;
    await handlers['folders.save'](watched('a', await chosen('/photos')));
    const again = await chosen('/photos');
    expect(() => handlers['folders.save'](watched('b', again))).toThrow(
      matchingError('This folder is already watched.'),
    );
    const more = watched('c', await chosen('/more'));
    expect(() => handlers['folders.save']({ ...more, recipeId: 'gone' })).toThrow(matchingError(/recipe/));
  });

  pageTest('keep their recipe from being deleted', async ({ page }) => {
    const { handlers, chosen } = page;
    await handlers['folders.save'](watched('a', await chosen('/photos')));
    expect(() => handlers['recipes.remove']({ id: 'portrait-cutout' })).toThrow(matchingError(/\/photos/));
  });

  pageTest('are shown where the database knows them and they are there', async ({ page }) => {
    const { handlers, folder, revealed, chosen } = page;
    await handlers['folders.save'](watched('a', await chosen(folder)));
    await handlers['folders.reveal']({ id: 'a', which: 'watched' });
    expect(revealed).toEqual([folder]);
    expect(() => handlers['folders.reveal']({ id: 'a', which: 'output' })).toThrow(matchingError(/no longer exists/));
    expect(() => handlers['folders.reveal']({ id: 'b', which: 'watched' })).toThrow(UserError);
    expect(revealed).toEqual([folder]);
  });
});
