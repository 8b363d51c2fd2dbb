import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { galleryOptionsSchema } from '../../../../contract/delivery/gallery.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { makeGallery } from '../../../../main/delivery/gallery/make-gallery.ts';
import { planGallery } from '../../../../main/delivery/gallery/plan-gallery.ts';
import { galleryTools } from '../../../helpers/gallery-tools.ts';
import { test } from '../../../helpers/review-stage.ts';

const { signal } = new AbortController();
const flaw = (kind: 'missing' | 'halo') => ({ kind, box: null, amount: 0.2 });

test('counts the pictures that a gallery will have, what is left out and why, and results with flaws', async ({
  review,
}) => {
  const { store } = review;
  const [good, flawed, accepted, analysis, lost] = await Promise.all(
    ['good', 'flawed', 'accepted', 'analysis', 'lost'].map((name) => review.finished(name)),
  );
  rmSync(lost!.result);
  const db = new Database(store.file);
  db.prepare("UPDATE results SET kind = 'analysis', path = NULL, raw = '{}' WHERE id = ?").run(analysis!.resultId);
  db.close();
  const contentHash = createHash('sha256').update('waiting').digest('hex');
  store.proofs.add({ title: 'Waiting', origin: 'drop', folderId: null }, [
    { sourcePath: join(review.card, 'waiting.jpg'), relativeFolder: '', contentHash, bytes: 1, width: 3, height: 2 },
  ]);
  store.inspections.put(flawed!.resultId, 1, [flaw('missing'), flaw('missing'), flaw('halo')]);
  store.inspections.put(accepted!.resultId, 1, [flaw('missing')]);
  store.inspections.setAccepted([accepted!.resultId], true);

  const all = { query: everyPhotograph, except: [] };
  const tools = galleryTools(review);
  const { resultId, photographId } = flawed!;
  const flaws = { results: [{ resultId, photographId }], kinds: [{ count: 1 }, { count: 1 }] };
  const plan = await planGallery(all, tools, signal);
  expect(plan).toMatchObject({ count: 3, unprocessed: 1, withoutPicture: 1, missing: 1, flawed: flaws });
  expect(new Set(plan.flawed.kinds.map(({ kind }) => kind))).toEqual(new Set(['missing', 'halo']));
  const folder = join(review.folder, 'handed');
  mkdirSync(folder);
  expect(await makeGallery(all, galleryOptionsSchema.parse({ folder, title: 'Anna' }), tools)).toMatchObject({
    ...{ done: plan.count, failedCount: plan.missing },
  });

  // Single results count by themselves.
  expect(await planGallery({ versions: [good!.resultId, resultId] }, tools, signal)).toMatchObject({
    ...{ count: 2, unprocessed: 0, withoutPicture: 0, missing: 0, flawed: flaws },
  });
});
