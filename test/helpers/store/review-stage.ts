/** Fixture with finished photographs: real originals and results in two folders, and their rows in the store. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import type { Product } from '../../../contract/intake/product-list.ts';
import type { Job, NewJob } from '../../../main/store/index.ts';
import { paperJob, recipeOf } from '../queue/queue-stage.ts';
import { test as base, type StoreStage } from './store-stage.ts';

export interface FinishedPhotograph {
  readonly jobId: number;
  readonly photographId: number;
  readonly resultId: number;
  /** Absolute. */
  readonly original: string;
  readonly result: string;
}

interface FinishedOptions {
  readonly colour?: string;
  readonly size?: number;
  /** Extension of the original's name. */
  readonly extension?: string;
  /** The marketplace of the recipe's first output. */
  readonly marketplace?: string;
  /** The product from a product list. */
  readonly product?: Product;
  /** The decision imported from other programs. */
  readonly decision?: NonNullable<NewJob['decision']>;
  /** Redraws both files before they are added to the store. */
  readonly draw?: (original: string, result: string) => Promise<void>;
}

export interface ReviewStage extends StoreStage {
  /** Absolute path of the originals' folder. */
  readonly card: string;
  /** Absolute path of the results' folder. */
  readonly out: string;
  /** Marks pending previews as those of photographs from before previews were stored. */
  makeLate(): void;
  /** Adds a photograph of the single color `colour` and its half transparent result. */
  finished(name: string, options?: FinishedOptions): Promise<FinishedPhotograph>;
}

const recipe = recipeOf('portrait-background-removal');
/** The recipe for a marketplace and a product. */
function madeFor({ marketplace, product }: { marketplace: string | undefined; product: Product | undefined }) {
  const meant = { ...recipe, output: { ...recipe.output, marketplace: marketplace ?? null } };
  return product ? { ...meant, product } : meant;
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

export const test = base.extend<{ review: ReviewStage }>({
  review: async ({ stage }, use) => {
    const card = join(stage.folder, 'Card 3');
    const out = join(stage.folder, 'out');
    await use({
      ...stage,
      card,
      out,
      makeLate() {
        const db = new Database(join(stage.folder, 'burnish.db'));
        db.exec('UPDATE previews_to_keep SET is_late = 1, turn = -turn');
        db.close();
      },
      async finished(
        name,
        { colour = '#c0713a', size = 120, extension = '.jpg', product, marketplace, decision, draw } = {},
      ) {
        const original = join(card, `${name}${extension}`);
        const result = join(out, `${name}.png`);
        for (const path of [original, result]) mkdirSync(dirname(path), { recursive: true });
        const picture = sharp({ create: { width: size, height: size / 2, channels: 3, background: colour } });
        // Makes every file unique, whatever its color.
        writeFileSync(original, Buffer.concat([await picture.clone().jpeg().toBuffer(), Buffer.from(name)]));
        writeFileSync(
          result,
          Buffer.concat([await picture.clone().ensureAlpha(0.5).png().toBuffer(), Buffer.from(name)]),
        );
        await draw?.(original, result);
        const bytes = readFileSync(original).length;
        const item = { sourcePath: original, contentHash: sha256(original), bytes, width: size, height: size / 2 };
        const { jobIds } = stage.store.jobs.add({ title: name, origin: 'drop', folderId: null }, [
          paperJob(name, madeFor({ marketplace, product }), {
            ...{ ...item, outputFolder: out },
            ...(decision ? { decision } : {}),
          }),
        ]);
        const jobId = jobIds[0]!;
        const { id, batchId, operation } = stage.bring(jobId, 'placing');
        const resultFields = {
          jobId: id,
          batchId,
          step: 0,
          operation,
          kind: 'image',
          element: null,
          box: null,
        } as const;
        const file = { path: result, bytes: readFileSync(result).length };
        stage.store.writtenFiles.add({ ...file, hash: sha256(result) }, { jobId, step: 0, element: '' });
        stage.store.results.add({ ...resultFields, ...file, width: size, height: size / 2 });
        const done: Job = stage.job(id);
        stage.store.moves.move(done, 'done');
        const [view] = await stage.store.results.ofJob(id);
        return { jobId, photographId: done.photographId!, resultId: view!.id, original, result };
      },
    });
  },
});
