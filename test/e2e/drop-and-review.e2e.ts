import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { messageText } from '../helpers/run/message-matchers.ts';
import { tiles } from '../helpers/window/review-commands.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const root = join(import.meta.dirname, '../..');
const faces = join(root, 'node_modules/@vladmandic/face-api/demo');
/** One head from each group photograph; the engine's tests cover many people and full-size photographs. */
const heads = [
  { of: 6, left: 1370, top: 170, width: 450, height: 500 },
  { of: 1, left: 1340, top: 90, width: 470, height: 470 },
];

const window = stageWindow('e2e');
const { at, id, press } = window;
const photographs = at('shooting');

beforeAll(async () => {
  mkdirSync(photographs);
  for (const [index, head] of heads.entries()) {
    const { of, ...place } = head;
    const path = join(photographs, `sample${index + 1}.jpg`);
    await sharp(join(faces, `sample${of}.jpg`))
      .extract(place)
      .toFile(path);
  }
  for (const name of ['astronaut.png', 'camera.png'])
    copyFileSync(join(root, 'assets/samples', name), join(photographs, name));
  writeFileSync(join(photographs, 'notes.txt'), 'Please deliver by Friday.');
  const jpegBytes = readFileSync(join(faces, 'sample5.jpg'));
  writeFileSync(join(photographs, 'truncated.jpg'), jpegBytes.subarray(0, jpegBytes.length / 2));
  await window.open();
  // Keeps the results out of the user's pictures folder.
  await window.changeSettings({ outputFolder: at('finished') });
});

it('adds a dropped folder: four done, one rejected with its reason, and files that are no photographs counted', async () => {
  await window.drop([photographs]);
  const jobs = await window.atRest(5);
  expect(
    jobs
      .filter(({ state }) => state === 'done')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['astronaut.png', 'camera.png', 'sample1.jpg', 'sample2.jpg']);
  // The broken photograph stays in the list with its reason.
  const report = id('add-report');
  await report.waitFor();
  const reportText = await report.textContent();
  expect(reportText).toContain('truncated.jpg');
  expect(reportText).toContain('One file is not a photograph and was left alone.');
  const broken = jobs.find(({ name }) => name === 'truncated.jpg');
  expect(broken).toMatchObject({ state: 'failed' });
  expect(messageText(broken?.error?.message)).toContain('truncated.jpg');
  await id('add-report-close').click();
  await id('queue-filter-failed').click();
  await id(`queue-row-${broken?.id}`).waitFor();
  expect(await id(`queue-words-${broken?.id}`).textContent()).toContain('damaged');
  // The batch has no work left to pause or cancel.
  await id(`queue-row-${broken?.id}`).click({ button: 'right' });
  await id('job-menu-only-batch').waitFor();
  await expect.poll(() => id('job-menu-hold-batch').count()).toBe(0);
  expect(await id('job-menu-cancel-batch').count()).toBe(0);
  await press('Escape');
  await id('job-menu').waitFor({ state: 'detached' });
});

it('shows results in the viewer: the slider moves, the keyboard pages through', async () => {
  const { page } = window;
  await id('nav-review').click();
  await expect.poll(() => tiles(page).count()).toBe(4);
  await tiles(page).first().dblclick();
  const loupe = id('loupe');
  await loupe.waitFor();
  const title = async () => ((await id('loupe-name').textContent()) ?? '').trim();
  const first = await title();

  const handle = page.getByRole('slider').first();
  const at = async () => Number(await handle.getAttribute('aria-valuenow'));
  const before = await at();
  const box = (await loupe.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.4);
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.4);
  await expect.poll(at).not.toBe(before);

  const seen = [first];
  for (let step = 0; step < 3; step += 1) {
    await press('ArrowRight');
    await expect.poll(title).not.toBe(seen.at(-1));
    seen.push(await title());
  }
  expect(new Set(seen).size).toBe(4);
  await press('ArrowLeft');
  await expect.poll(title).toBe(seen[2]);
  await press('Escape');
  await loupe.waitFor({ state: 'hidden' });
});

it('retries a damaged file after it is replaced, with the new content', async () => {
  const { page } = window;
  const broken = (await window.snapshot()).jobs.find(({ name }) => name === 'truncated.jpg');
  await id('nav-queue').click();
  const offer = id(`queue-advice-${broken?.id}`);
  await id(`queue-row-${broken?.id}`).click();
  await id('inspector-reveal').waitFor();
  expect([await offer.textContent(), await id('inspector-retry').count()]).toEqual(['Show in folder', 0]);
  await sharp(join(photographs, 'sample1.jpg')).resize(200).toFile(join(photographs, 'whole.jpg'));
  renameSync(join(photographs, 'whole.jpg'), join(photographs, 'truncated.jpg'));
  // Emulates the event of a window that comes to the front.
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await id('inspector-retry').waitFor();
  await id('inspector-more').click();
  expect(await id('inspector-menu').getByRole('menuitem').last().textContent()).toContain('Remove from the list');
  await press('Escape');
  expect(await offer.textContent()).toBe('Retry');
  await offer.click();
  const mended = await window.until(({ jobs }) => jobs.every(({ state }) => state === 'done'));
  expect(mended.jobs.find(({ id }) => id === broken?.id)).toMatchObject({ resultCount: 1, width: 200 });
  await id('nav-review').click();
});

it('keeps everything after a restart', async () => {
  const before = await window.snapshot();
  await window.quit();
  await window.open();
  const after = await window.snapshot();
  const facts = (snapshot: typeof before) =>
    snapshot.jobs.map(({ id, name, state, resultCount }) => ({ id, name, state, resultCount }));
  expect(facts(after)).toEqual(facts(before));
  await id('nav-review').click();
  await expect.poll(() => tiles(window.page).count()).toBe(5);
  for (const name of ['astronaut', 'camera', 'sample1', 'sample2']) {
    expect(
      existsSync(at('finished/shooting', `${name}-Portrait cutout.png`)) ||
        existsSync(at('finished', `${name}-Portrait cutout.png`)),
      name,
    ).toBe(true);
  }
});
