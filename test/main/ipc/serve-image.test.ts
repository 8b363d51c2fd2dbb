import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { fileAvailability } from '../../../main/files/file-availability.ts';
import { toStoredPath } from '../../../main/files/stored-path.ts';
import { serveImage as answer, type PictureSources } from '../../../main/ipc/serve-image.ts';
import { makePreview } from '../../../main/review/preview-cache/make-preview.ts';
import { createViewableFileFinder } from '../../../main/review/preview-cache/viewable-file.ts';
import { openStore, type PreviewSubject, type Store } from '../../../main/store/index.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const astronaut = join(import.meta.dirname, '../../../assets/samples/astronaut.png');

let folder: string;
let store: Store;
let sources: PictureSources;
let jobId: number;
beforeEach(() => {
  folder = scratchFolder();
  store = openStore({ folder });
  const preview = join(folder, 'preview.webp');
  writeFileSync(preview, 'x');
  const at = createViewableFileFinder(store, fileAvailability(), () => undefined);
  sources = {
    store,
    atHand: at,
    fetch: async () => false,
    cacheDir: join(folder, 'cache'),
    previewPath: (token) => (token === 'known' ? preview : null),
  };
  jobId = add(astronaut);
});
afterEach(() => {
  store.close();
});

/** Returns the image at an address, or null if it cannot be shown. */
async function picture(address: string, from: PictureSources) {
  const found = await answer(address, from);
  return found === 'unshowable' ? null : found;
}

function add(sourcePath: string): number {
  const facts = { contentHash: sourcePath, bytes: 1, width: 1, height: 1 };
  const target = { relativeFolder: '', outputFolder: folder, recipe: starterRecipes[0]!, profileId: null };
  const batch = { title: 't', origin: 'drop', folderId: null } as const;
  return store.jobs.add(batch, [{ sourcePath, ...facts, ...target }]).jobIds[0]!;
}

/** Creates a PNG of one color. */
async function colored(path: string, background: string): Promise<void> {
  await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toFile(path);
}

describe('picture', () => {
  it('shows both sides of a pair, at an address that does not reveal the service', async () => {
    const chelsea = join(astronaut, '../chelsea.png');
    const jobs = [astronaut, chelsea].map((path) => {
      const id = add(`/in/${basename(path)}`);
      const { batchId, operation } = store.jobs.get(id)!;
      const file = { kind: 'image', element: null, path, width: 1, height: 1, bytes: 1, box: null } as const;
      store.results.add({ jobId: id, batchId, step: 0, operation, ...file });
      return id;
    });
    const services = [
      { profileId: 'a', service: 'A' },
      { profileId: 'b', service: 'B' },
    ] as const;
    store.comparisons.create({ recipe: starterRecipes[0]!, services, pairs: [[jobs[0]!, jobs[1]!]] });
    const widthOf = async (address: string) => (await sharp((await picture(address, sources))!.bytes).metadata()).width;
    const seen = await Promise.all((['left', 'right'] as const).map((side) => widthOf(imageUrl.side(1, side))));
    expect(seen.toSorted()).toEqual([451, 512]);
    expect(await widthOf(imageUrl.sideThumbnail(1, 'left'))).toBe(seen[0]);
    expect(await picture(imageUrl.side(2, 'left'), sources)).toBe(null);
  });

  it.each([
    [80, 80],
    [160, 160],
    [640, 512],
  ] as const)(
    'draws a thumbnail of a job’s photograph for a size of %i with %i px, never enlarged',
    async (side, px) => {
      const found = await picture(imageUrl.jobThumbnail(jobId, side), sources);
      expect(found?.mime).toBe('image/webp');
      expect((await sharp(found!.bytes).metadata()).width).toBe(px);
    },
  );

  it('gives the photograph itself at full size', async () => {
    const found = await picture(imageUrl.source(jobId), sources);
    expect(found?.mime).toBe('image/png');
    expect((await sharp(found!.bytes).metadata()).width).toBe(512);
  });

  it('converts formats the window cannot draw', async () => {
    const path = join(folder, 'scan.tif');
    await sharp(astronaut).tiff().toFile(path);
    expect((await picture(imageUrl.source(add(path)), sources))?.mime).toBe('image/png');
  });

  it('gives previews of this run by their token', async () => {
    expect((await picture(imageUrl.preview('known'), sources))?.mime).toBe('image/webp');
    expect(await picture(imageUrl.preview('../../known'), sources)).toBeNull();
  });

  it.each([
    'burnish://thumb/job/1?side=5000',
    'burnish://image/source/999',
    'burnish://image/result/1',
    'burnish://image/source/1e0',
    'burnish://image/source/..%2f..%2fetc%2fpasswd',
    'burnish://image/source',
    'burnish://image/source/1/more',
    'burnish://thumb/job/1',
    'burnish://thumb/job/1?side=-5',
    'burnish://other/source/1',
    'file:///etc/passwd',
    'not an address',
  ])('has nothing at %s', async (address) => {
    expect(await answer(address, sources)).toBeNull();
  });

  it('distinguishes a missing or invalid file from a wrong address', async () => {
    expect(await answer(imageUrl.source(add(join(folder, 'gone.png'))), sources)).toBe('unshowable');
    writeFileSync(join(folder, 'text.png'), 'text');
    expect(await answer(imageUrl.jobThumbnail(add(join(folder, 'text.png'))), sources)).toBe('unshowable');
  });

  it('shows a preview from another station for an unavailable file, and requests nothing else', async () => {
    const path = join(folder, 'away.png');
    const id = add(path);
    const requests: PreviewSubject[] = [];
    const fetch = async (of: PreviewSubject) => {
      requests.push(of);
      copyFileSync(astronaut, path);
      store.availability.forget(path);
      return true;
    };
    const from = { ...sources, fetch, atHand: createViewableFileFinder(store, store.availability, () => undefined) };
    expect((await picture(imageUrl.jobThumbnail(id), from))?.mime).toBe('image/webp');
    await picture(imageUrl.source(id), from);
    await picture(imageUrl.result(999), from);
    expect(requests).toEqual([{ subject: 'photograph', id: store.jobs.get(id)?.photographId }]);
  });

  it('shows the primary result of a job, or its photograph without a result picture', async () => {
    const { batchId } = store.jobs.get(jobId)!;
    const isRed = async (address: string) => {
      const { dominant } = await sharp((await picture(address, sources))!.bytes).stats();
      return dominant.r > 200 && dominant.g < 50;
    };
    const shown = imageUrl.outcomeThumbnail(jobId, 160);
    expect(await isRed(shown)).toBe(false);

    for (const [step, background] of ['blue', 'red'].entries()) {
      const path = join(folder, `${step}.png`);
      await colored(path, background);
      const result = { kind: 'image', element: null, path, width: 64, height: 64, bytes: 1, box: null } as const;
      store.results.add({ jobId, batchId, step, operation: 'portrait-background-removal', ...result });
    }

    expect([await isRed(shown), await isRed(imageUrl.jobThumbnail(jobId))]).toEqual([true, false]);
    rmSync(join(folder, '1.png'));
    expect(await isRed(shown)).toBe(false);
  });

  it('serves the preview of a photograph whose file is missing, in each size', async () => {
    const path = join(folder, 'card.png');
    copyFileSync(astronaut, path);
    const id = add(path);
    const photographId = store.jobs.get(id)?.photographId ?? 0;
    const item = { subject: 'photograph', id: photographId, photographId, paths: [toStoredPath(path)] } as const;
    const { signal } = new AbortController();
    const context = { store, availability: fileAvailability(), clock: { now: Date.now }, signal };
    await makePreview({ ...item, bytes: null, tries: 0, at: 0 }, context);
    rmSync(path);

    const addresses = [
      imageUrl.source(id),
      imageUrl.photograph(photographId),
      imageUrl.jobThumbnail(id, 160),
      imageUrl.photographThumbnail(photographId, 160),
    ];
    const found = await Promise.all(addresses.map((address) => picture(address, sources)));

    expect(found.map((each) => each?.mime)).toEqual(Array(4).fill('image/webp'));
    const widths = await Promise.all(found.map(async (each) => (await sharp(each!.bytes).metadata()).width));
    expect(widths).toEqual([512, 512, 160, 160]);
  });
});
