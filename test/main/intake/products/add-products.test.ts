import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { expandPaths } from '../../../../main/intake/paths/expand-paths.ts';
import {
  type AddProductsOptions,
  addProducts,
  productsPlan,
  routePhotographs,
} from '../../../../main/intake/products/add-products.ts';
import { parseListLines as cellsOf } from '../../../../main/intake/products/parse-list.ts';
import { parseProductList } from '../../../../main/intake/products/read-list.ts';
import { noisePhoto, type QueueStage, recipeOf, remoteId, test } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { watchWorkers } from '../../../helpers/run/watch-workers.ts';

const recipe = recipeOf('portrait-background-removal', { template: '{sku}', mirror: false });
const crop: Recipe = { ...recipe, id: 'crop', name: 'Crop', output: { ...recipe.output, template: '{product}' } };

/** Creates a folder of four photographs, two of them identical. */
async function shoot({ dir }: QueueStage): Promise<string> {
  const folder = join(dir, 'shoot');
  mkdirSync(folder);
  for (const name of ['A1_1', 'A1_2', 'stranger']) writeFileSync(join(folder, `${name}.jpg`), await noisePhoto(64, 48));
  copyFileSync(join(folder, 'A1_1.jpg'), join(folder, 'B2.jpg'));
  return folder;
}

async function routed(folder: string, text: string) {
  const list = parseProductList(cellsOf(Buffer.from(text), 'list.csv'), 'list.csv', [recipe, crop]);
  return routePhotographs(list, expandPaths([folder]));
}

const text = 'SKU,Name,Recipe,Folder\nA1,Shirt,,Spring/Tops\nB2,"Coat, long",Crop,\nC3,Hat,,\nD4,Sock,Sepia,\n';

const take = async (stage: QueueStage, folder: string, list: string, more: Partial<AddProductsOptions> = {}) =>
  addProducts(await routed(folder, list), {
    store: stage.store,
    batch: { title: 'list', origin: 'drop', folderId: null },
    targetFor: ({ recipeId }) => ({
      recipe: recipeId === null ? recipe : crop,
      outputFolder: stage.out,
      profileId: remoteId,
    }),
    ...more,
  });

async function finish(stage: QueueStage) {
  for (const { id } of stage.store.views.summaries()) await stage.reach({ id }, 'done');
}

describe('photographs of a product list', () => {
  test('go to the recipe and folder of their row, are named by it, and identical ones are sent once', async ({
    stage,
  }) => {
    await stage.answers('portrait-background-removal');
    const folder = await shoot(stage);
    const { report, listIn } = await take(stage, folder, text);
    expect(report).toMatchObject({ accepted: 3, refused: [], notes: [] });
    expect(listIn).toBe(report.batchId);
    stage.start();
    await finish(stage);
    expect(await stage.outputs()).toEqual(['Coat, long.png', 'Spring/Tops/A1-2.png', 'Spring/Tops/A1.png']);
    const sent = stage.server.requests.filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(2);
    expect(stage.store.productLists.ofBatch(listIn!)).toEqual([
      { line: 2, sku: 'A1', name: 'Shirt', found: 2, done: 2, failed: 0 },
      { line: 3, sku: 'B2', name: 'Coat, long', found: 1, done: 1, failed: 0 },
      { line: 4, sku: 'C3', name: 'Hat', found: 0, done: 0, failed: 0 },
    ]);

    const again = await take(stage, folder, text);
    expect(again.report).toMatchObject({ batchId: null, accepted: 0, skipped: 3 });
    expect(again.listIn).toBe(listIn);
    expect(stage.store.productLists.ofBatch(listIn!)![0]).toMatchObject({ found: 2, done: 2 });

    const renamed = await take(stage, folder, text.replace('A1,Shirt', 'A1,Blouse').replace('Coat, long', 'Cape'));
    expect(renamed.report).toMatchObject({ accepted: 1, skipped: 2 });
    await finish(stage);
    expect(await stage.outputs()).toContain('Cape.png');
    expect(stage.store.productLists.ofBatch(renamed.listIn!)).toMatchObject([
      { sku: 'A1', name: 'Blouse', found: 2, done: 2 },
      { sku: 'B2', name: 'Cape', found: 1, done: 1 },
      { sku: 'C3', found: 0 },
    ]);
    expect(stage.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('are complete after an aborted request is repeated', async ({ stage }) => {
    const folder = join(stage.dir, 'shoot');
    mkdirSync(folder);
    const skus = ['A', 'B', 'C', 'D', 'E', 'F'];
    for (const name of skus) writeFileSync(join(folder, `${name}.jpg`), await noisePhoto(64, 48));
    const list = `SKU\n${skus.join('\n')}\n`;
    const stop = new AbortController();
    const made: number[] = [];
    const broken = take(stage, folder, list, {
      signal: stop.signal,
      onJobs: (ids) => {
        made.push(...ids);
        if (made.length >= 3) stop.abort();
      },
    });
    await expect(broken).rejects.toThrow(/abort/);
    // No job is added after the failure.
    const then = stage.store.views.summaries().length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(stage.store.views.summaries()).toHaveLength(then);
    expect(then).toBeLessThan(skus.length);
    const { report, listIn } = await take(stage, folder, list);
    expect(report.accepted + report.resumed).toBe(skus.length);
    expect(stage.store.productLists.ofBatch(listIn!)!.map(({ sku, found }) => [sku, found])).toEqual(
      skus.map((sku) => [sku, 1]),
    );
  });

  test('are reported before anything is added, with the missing ones', async ({ stage }) => {
    const folder = await shoot(stage);
    const plan = productsPlan(
      await routed(folder, text),
      ({ recipeId }) => (recipeId === null ? recipe : crop),
      stage.store.presets,
    );
    expect(plan).toMatchObject({ list: 'list.csv', products: 3, photographs: 3, namesProducts: true });
    expect(plan.missing).toEqual([{ sku: 'C3', name: 'Hat' }]);
    expect(plan.without.map(({ message }) => messageText(message))).toEqual(['“stranger.jpg” is not on the list.']);
    expect(plan.leftOut.map(({ line, message }) => `${line} ${messageText(message)}`)).toEqual([
      '5 There is no recipe “Sepia”.',
    ]);
    expect(stage.store.views.summaries()).toEqual([]);
    const plain = recipeOf('portrait-background-removal', { template: '{name}' });
    expect(productsPlan(await routed(folder, text), () => plain, stage.store.presets).namesProducts).toBe(false);
  });

  test('are reported if a marketplace can reject their file names', async ({ stage }) => {
    const folder = await shoot(stage);
    const list = 'SKU,Name,File\nB000123456,Shirt,A1\nB-2,Coat,B2\n';
    const named = (template: string) =>
      recipeOf('portrait-background-removal', { template, marketplace: 'amazon-main', mirror: false });
    const otherNames = async (template: string) =>
      productsPlan(await routed(folder, list), () => named(template), stage.store.presets).otherNames.map(
        ({ sku }) => sku,
      );
    expect(await otherNames('{sku}.MAIN')).toEqual(['B-2']);
    expect(await otherNames('{sku}')).toEqual(['B000123456', 'B-2']);
    expect(await otherNames('{name}.MAIN')).toEqual(['B000123456', 'B-2']);
  });

  test('that match two rows are left out, and named', async ({ stage }) => {
    const folder = await shoot(stage);
    const { filesOf, unmatched } = await routed(folder, 'File,SKU\nA1_?.jpg,X\n*_1.jpg,Y\nB2,Z\n');
    expect([...filesOf].map(([{ product }, files]) => [product.sku, files.length])).toEqual([
      ['X', 1],
      ['Z', 1],
    ]);
    expect(unmatched.map(({ message }) => messageText(message))).toContain(
      '“A1_1.jpg” matches lines 2 and 3 of the list.',
    );
  });

  test('are matched on a thread, in slices, in their order', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `${index}_*.jpg,P${index}`).join('\n');
    const list = parseProductList(cellsOf(Buffer.from(`File,SKU\n${rows}\n`), 'list.csv'), 'list.csv', []);
    async function* shots() {
      for (let shot = 0; shot < 3; shot += 1)
        for (let index = 0; index < 90; index += 1) yield { path: `/shoot/${index}_${shot}.jpg`, relativeFolder: '' };
      yield { path: '/shoot/stranger.jpg', relativeFolder: '' };
    }
    const { result, replies } = await watchWorkers(() => routePhotographs(list, shots()));
    const found = [...result.filesOf].map(([{ product }, files]) => [product.sku, ...files.map(({ path }) => path)]);
    const names = (index: number) => [0, 1, 2].map((shot) => `/shoot/${index}_${shot}.jpg`);
    expect(found).toEqual(Array.from({ length: 90 }, (_, index) => [`P${index}`, ...names(index)]));
    expect(result.unmatched.map(({ path }) => path)).toEqual(['/shoot/stranger.jpg']);
    expect(replies.flatMap((reply) => (Array.isArray(reply) ? reply.length : []))).toEqual([100, 100, 71]);
  });
});
