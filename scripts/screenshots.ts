/** `npm run docs:screenshots`: the README's pictures, taken of the real app at work on real photographs. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { openWindow } from '../test/helpers/window.ts';
import { ensureBuilt } from './build.ts';
import { projectRoot } from './setup/places.ts';

const images = join(projectRoot, 'docs/images');
const faces = join(projectRoot, 'node_modules/@vladmandic/face-api/demo');

await ensureBuilt();
// Its name is seen on the pictures.
const folder = join(tmpdir(), 'Photographs');
await rm(folder, { recursive: true, force: true });
const shooting = join(folder, 'Autumn shooting');
await mkdir(shooting, { recursive: true });
await mkdir(images, { recursive: true });
for (const [index, name] of ['sample6.jpg', 'sample4.jpg', 'sample3.jpg', 'sample1.jpg', 'sample2.jpg'].entries()) {
  await copyFile(join(faces, name), join(shooting, `IMG_04${12 + index}.jpg`));
}
for (const name of ['astronaut.png', 'camera.png']) {
  await copyFile(join(projectRoot, 'assets/samples', name), join(shooting, name));
}
const whole = await readFile(join(faces, 'sample5.jpg'));
await writeFile(join(shooting, 'IMG_0417.jpg'), whole.subarray(0, whole.length / 2));

const window = await openWindow(join(folder, 'data'));
const { page } = window;
const keep = async (name: string) => {
  await wait(800);
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 86 })
    .toFile(join(images, `${name}.webp`));
  console.log(`docs/images/${name}.webp`);
};
try {
  await window.changeSettings({ outputFolder: join(folder, 'Finished') });
  await window.drop([shooting]);
  await window.until(({ jobs }) => jobs.filter(({ state }) => state === 'done').length >= 2);
  await page.getByTestId('add-report-close').click();
  await page.locator('[data-testid^="queue-row-"]', { hasText: 'IMG_0412.jpg' }).click();
  await keep('queue');
  await window.atRest(8);
  await page.getByTestId('nav-review').click();
  await page.locator('[data-testid^="review-item-"]', { hasText: 'IMG_0413.jpg' }).dblclick();
  await page.getByTestId('loupe').waitFor();
  await wait(1500);
  await page.mouse.move(560, 400);
  await keep('loupe');
} finally {
  await window.app.close();
  await rm(folder, { recursive: true, force: true });
}
