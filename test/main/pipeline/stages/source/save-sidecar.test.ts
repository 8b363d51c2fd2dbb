import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { detailsChangeSchema } from '../../../../../contract/review/photo-info.ts';
import { mergeXmp } from '../../../../../main/imaging/xmp/merge-xmp.ts';
import { readXmp } from '../../../../../main/imaging/xmp/read-xmp.ts';
import { addPhotographs } from '../../../../../main/intake/add-photographs.ts';
import { noisePhoto, type QueueStage, recipeOf, remoteId, test } from '../../../../helpers/queue/queue-stage.ts';

const recipe = recipeOf('portrait-background-removal');
async function take(stage: QueueStage, change: Parameters<typeof mergeXmp>[1], name = 'IMG_1') {
  const folder = join(stage.dir, 'card');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.jpg`);
  writeFileSync(path, await noisePhoto(64, 48));
  const sidecar = join(folder, `${name}.xmp`);
  writeFileSync(sidecar, mergeXmp(null, change));
  return { path, sidecar, job: await takeAgain(stage, path) };
}
async function takeAgain(stage: QueueStage, path: string, again = false) {
  const ids: number[] = [];
  await addPhotographs([{ path, relativeFolder: '' }], {
    store: stage.store,
    recipe,
    batch: { title: 'card', origin: 'drop', folderId: null },
    outputFolder: stage.out,
    profileId: remoteId,
    from: 'hand',
    again,
    onJobs: (made) => void ids.push(...made),
  });
  return stage.job(ids[0]!);
}

describe('a sidecar', () => {
  test('sets the decisions of a new photograph, and never again', async ({ stage }) => {
    const { path, sidecar, job } = await take(stage, { rating: 4, label: 'Red', pick: 1 });
    // Repeating the current decision adds no step.
    const same = { flag: 1, stars: 4, label: 1 } as const;
    expect(stage.store.photographs.decide([job.photographId!], same)).toEqual([]);
    stage.store.photographs.decide([job.photographId!], { stars: 2 });
    writeFileSync(sidecar, mergeXmp(null, { rating: 5 }));
    await takeAgain(stage, path, true);
    expect(stage.store.photographs.decide([job.photographId!], { ...same, stars: 2 })).toEqual([]);
  });

  test('names the results, although it has been deleted', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const { sidecar, job } = await take(stage, { title: 'Bride', creator: 'Ana Pool', rights: '© Pool', rating: 3 });
    stage.server.script('GET /results/portrait-background-removal.png', { status: 404, json: {} });
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'fetching');
    rmSync(sidecar);
    await stage.answers('portrait-background-removal');
    await stage.reach(job, 'done');
    const { xmp } = await sharp(join(stage.out, 'IMG_1.png')).metadata();
    expect(readXmp(xmp!)).toMatchObject({ title: 'Bride', creator: 'Ana Pool', rights: '© Pool' });
  });

  test('is overridden by the user’s own decisions', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const { job } = await take(stage, { title: 'Bride', creator: 'Ana Pool', rights: '© Pool' });
    const change = detailsChangeSchema.parse({ creator: 'Bo Ek', headline: 'Wedding', add: ['bride', '花嫁'] });
    stage.store.photographDetails.set([job.photographId!], change);
    stage.start();
    await stage.reach(job, 'done');
    const { xmp } = await sharp(join(stage.out, 'IMG_1.png')).metadata();
    expect(readXmp(xmp!)).toMatchObject({ title: 'Bride', creator: 'Bo Ek', rights: '© Pool' });
    expect(xmp!.toString()).toMatch(/<rdf:li>bride<\/rdf:li><rdf:li>花嫁<\/rdf:li>/);
    expect(xmp!.toString()).toContain('Headline="Wedding"');
  });
});
