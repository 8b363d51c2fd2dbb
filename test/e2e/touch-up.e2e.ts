import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../main/store/index.ts';
import type { Bridge } from '../../preload/channels.ts';
import { portrait } from '../helpers/photograph/photographs.ts';
import { finishInStore } from '../helpers/store/finished-in-store.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

/** A photograph of 6 megapixels; its preview has two thirds of the width and height. */
const size = { width: 3000, height: 2000 };
/** Center and radius of the hole in the cutout, in px. */
const hole = { x: 1580, y: 1080, radius: 115 };
let folder: string;
let window: OpenWindow;
const at = (...names: string[]) => join(folder, ...names);
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
let cutout: number;
let retouch: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-touch-up-'));
  for (const name of ['card', 'out', 'data']) mkdirSync(at(name));
  const photograph = sharp(portrait).resize(size);
  for (const name of ['cut', 'skin'])
    await photograph
      .clone()
      .jpeg({ quality: 95 })
      .toFile(at('card', `${name}.jpg`));
  const { data } = await sharp(at('card', 'cut.jpg')).raw().toBuffer({ resolveWithObject: true });
  const pixels = Buffer.alloc(size.width * size.height * 4);
  for (let index = 0; index < size.width * size.height; index++) {
    const [x, y] = [index % size.width, Math.floor(index / size.width)];
    const isIn = Math.abs(x - 1500) < 900 && Math.hypot(x - hole.x, y - hole.y) >= hole.radius;
    if (isIn) pixels.set([...data.subarray(index * 3, index * 3 + 3), 255], index * 4);
  }
  await sharp(pixels, { raw: { ...size, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toFile(at('out', 'cut.png'));
  await sharp(at('card', 'skin.jpg')).linear(0.5).jpeg({ quality: 95 }).toFile(at('out', 'skin.jpg'));
  const store = openStore({ folder: at('data') });
  const finish = (operation: Parameters<typeof finishInStore>[1]['operation'], name: string, result: string) =>
    finishInStore(store, { operation, original: at('card', `${name}.jpg`), result: at('out', result) });
  retouch = (await finish('smart-skin-advanced', 'skin', 'skin.jpg')).photographId;
  cutout = (await finish('portrait-background-removal', 'cut', 'cut.png')).photographId;
  store.close();
  window = await openWindow(at('data'));
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Opens the photograph in the loupe and starts a touch-up. */
async function touchUp(photographId: number): Promise<void> {
  const { page } = window;
  await page.getByTestId('nav-review').click();
  await page.getByTestId(`review-item-${photographId}`).dblclick();
  await page.getByTestId('loupe').waitFor();
  await page.keyboard.press('k');
  await page.getByTestId('touch-done').and(page.locator(':enabled')).waitFor();
}

/** Returns the RGBA of one pixel of a file. */
async function pixelAt(path: string, x: number, y: number): Promise<number[]> {
  const part = sharp(path).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 });
  return [...(await part.raw().toBuffer())];
}

/** Returns the position on the screen of a point of the photograph. */
async function onScreen(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await window.page.getByTestId('touch-canvas').boundingBox();
  if (!box) throw new Error('There is no canvas.');
  return { x: box.x + (x / size.width) * box.width, y: box.y + (y / size.height) * box.height };
}

/** Draws a stroke with the mouse through points of the photograph. */
async function brush(...places: (readonly [number, number])[]): Promise<void> {
  const { mouse } = window.page;
  const points = await Promise.all(places.map(([x, y]) => onScreen(x, y)));
  await mouse.move(points[0]!.x, points[0]!.y);
  await mouse.down();
  for (const { x, y } of points) await mouse.move(x, y, { steps: 6 });
  await mouse.up();
}

/** Returns the alpha of the canvas at a point of the photograph. */
const alphaShown = (x: number, y: number) =>
  window.page.getByTestId('touch-canvas').evaluate(
    (canvas, [across, down]) => {
      const { width, height } = canvas as unknown as { width: number; height: number };
      const context = (canvas as unknown as { getContext(kind: '2d'): CanvasRenderingContext }).getContext('2d');
      return context.getImageData(Math.floor(across * width), Math.floor(down * height), 1, 1).data[3];
    },
    [x / size.width, y / size.height] as const,
  );
interface CanvasRenderingContext {
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
}

it('closes a hole in a cutout with the brush; the file on disk contains the photograph there, at full size', async () => {
  const { page } = window;
  const before = ['cut.png', 'skin.jpg'].map((name) => sha256(at('out', name)));
  await touchUp(cutout);
  expect(await alphaShown(hole.x, hole.y)).toBe(0);
  for (let count = 0; count < 8; count++) await page.keyboard.press(']');
  await brush(
    [hole.x - 100, hole.y - 60],
    [hole.x + 100, hole.y - 60],
    [hole.x - 100, hole.y + 60],
    [hole.x + 100, hole.y + 60],
  );
  await expect.poll(() => alphaShown(hole.x, hole.y)).toBe(255);

  // A second stroke, erasing, is undone, redone, and undone again.
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await brush([1000, 660], [1080, 660]);
  await expect.poll(() => alphaShown(1040, 660)).toBe(0);
  await page.keyboard.press('Backspace');
  await expect.poll(() => alphaShown(1040, 660)).toBe(255);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => alphaShown(1040, 660)).toBe(0);
  await page.keyboard.press('Control+Z');
  await expect.poll(() => alphaShown(1040, 660)).toBe(255);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Escape asks before it discards strokes.
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm-no').click();
  await page.getByTestId('confirm-no').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByTestId('touch-bar').waitFor({ state: 'detached' });

  const made = at('out', 'cut touched.png');
  expect(await sharp(made).metadata()).toMatchObject({ ...size, hasAlpha: true });
  for (const [x, y] of [
    [hole.x, hole.y],
    [hole.x - 90, hole.y + 40],
    [hole.x + 80, hole.y - 50],
  ] as const) {
    const [r, g, b, alpha] = await pixelAt(made, x, y);
    const [ownR, ownG, ownB] = await pixelAt(at('card', 'cut.jpg'), x, y);
    expect(alpha).toBeGreaterThan(250);
    expect(Math.max(Math.abs(r! - ownR!), Math.abs(g! - ownG!), Math.abs(b! - ownB!))).toBeLessThan(6);
  }
  expect(await pixelAt(made, 300, 300)).toMatchObject({ 3: 0 });
  expect((await pixelAt(made, 1040, 660))[3]).toBe(255);
  expect(['cut.png', 'skin.jpg'].map((name) => sha256(at('out', name)))).toEqual(before);
});

it('shows the version in the loupe and in the grid, and continues with its strokes', { tags: ['long'] }, async () => {
  const { page } = window;
  const versions = page.getByTestId('loupe-versions');
  await expect.poll(() => versions.locator('[aria-current="true"]').textContent()).toContain('Touched up 1');
  await page.keyboard.press('k');
  await page.getByTestId('touch-undo').and(page.locator(':enabled')).waitFor();
  await expect.poll(() => alphaShown(hole.x, hole.y)).toBe(255);
  await page.keyboard.press('Backspace');
  await expect.poll(() => alphaShown(hole.x, hole.y)).toBe(0);
  // Leaving the loupe keeps the strokes.
  await page.getByTestId('loupe-back').click();
  const tile = page.getByTestId(`review-item-${cutout}`);
  expect(await tile.textContent()).toContain('2');
  await tile.dblclick();
  await page.keyboard.press('k');
  await page.getByTestId('touch-redo').waitFor();
  await expect.poll(() => alphaShown(hole.x, hole.y)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('touch-bar').waitFor({ state: 'detached' });
  expect(existsSync(at('out', 'cut touched-2.png'))).toBe(false);
});

it('keeps strokes, and their result, while other results of the photograph arrive and disappear', {
  tags: ['long'],
}, async () => {
  const { page } = window;
  const { mouse } = page;
  await page.getByTestId('loupe-back').click();
  await touchUp(cutout);
  // The brush keeps its settings: it erases, and ignores edges.
  const versions = page.locator('[data-testid^="loupe-version-"]');
  const before = await versions.count();
  await brush([1000, 660], [1080, 660]);
  await expect.poll(() => alphaShown(1040, 660)).toBe(0);
  // During the stroke, another process adds a result of another recipe.
  const [from, on, to] = [await onScreen(1000, 900), await onScreen(1080, 900), await onScreen(1200, 900)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(on.x, on.y, { steps: 4 });
  const otherStore = openStore({ folder: at('data') });
  copyFileSync(at('out', 'cut.png'), at('out', 'other.png'));
  await finishInStore(otherStore, {
    operation: 'universal-background-removal',
    original: at('card', 'cut.jpg'),
    result: at('out', 'other.png'),
    profileId: 'elsewhere',
  });
  await expect.poll(() => versions.count()).toBe(before + 1);
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up();
  await expect.poll(() => Promise.all([alphaShown(1040, 660), alphaShown(1180, 900)])).toEqual([0, 0]);
  await page.keyboard.press('Enter');
  await page.getByTestId('touch-bar').waitFor({ state: 'detached' });
  const made = at('out', 'cut touched-2.png');
  for (const [x, y] of [
    [1040, 660],
    [1010, 900],
    [1180, 900],
  ] as const) {
    expect((await pixelAt(made, x, y))[3]).toBe(0);
  }
  // The saved version belongs to the result with the hole brushed shut, not to the other one.
  expect((await pixelAt(made, hole.x, hole.y))[3]).toBe(255);
  expect(readdirSync(at('out')).filter((name) => name.startsWith('other'))).toEqual(['other.png']);
  otherStore.close();
  expect(window.faults).toEqual([]);
});

it('closes an open touch-up if the page is reloaded', { tags: ['long'] }, async () => {
  const { page } = window;
  /** Counts the possible openings that accept strokes. */
  const taking = (from: number) =>
    page.evaluate(async (first) => {
      const { burnish } = globalThis as unknown as { burnish: Bridge };
      let count = 0;
      for (let id = 1; id <= 8; id++) {
        for (let opening = 1; opening <= 8; opening++) {
          const change = { number: first + opening, keep: 0, added: [], seen: 0 };
          if ((await burnish.touch.paint({ id, opening, ...change })).ok) count++;
        }
      }
      return count;
    }, from);
  await page.getByTestId('loupe-back').click();
  await touchUp(cutout);
  expect(await taking(1000)).toBe(1);
  await page.reload();
  await page.getByTestId('nav-review').waitFor();
  expect(await taking(2000)).toBe(0);
  await page.getByTestId('nav-review').click();
  await page.getByTestId(`review-item-${cutout}`).dblclick();
  await page.getByTestId('loupe').waitFor();
});

it('applies a retouch to its photograph at 40 % strength, at full size on disk', { tags: ['long'] }, async () => {
  const { page } = window;
  await page.getByTestId('loupe-back').click();
  await touchUp(retouch);
  for (let count = 0; count < 12; count++) await page.keyboard.press('[');
  expect(await page.getByTestId('touch-strength-value').textContent()).toBe('40%');
  expect(
    await page
      .getByTestId('touch-over')
      .evaluate((image) => (image as unknown as { style: { opacity: string } }).style.opacity),
  ).toBe('0.4');
  await page.getByTestId('touch-done').click();
  await page.getByTestId('touch-bar').waitFor({ state: 'detached' });
  const mean = async (path: string) =>
    (await sharp(path).stats()).channels.reduce((sum, channel) => sum + channel.mean, 0);
  const [own, full, made] = [
    await mean(at('card', 'skin.jpg')),
    await mean(at('out', 'skin.jpg')),
    await mean(at('out', 'skin touched.jpg')),
  ];
  expect((own - made) / (own - full)).toBeCloseTo(0.4, 2);
  expect(await sharp(at('out', 'skin touched.jpg')).metadata()).toMatchObject(size);
  expect(window.faults).toEqual([]);
});

it('explains why a result cannot be touched up if its photograph is unavailable', { tags: ['long'] }, async () => {
  const { page } = window;
  rmSync(at('card', 'skin.jpg'));
  await page.getByTestId('loupe-back').click();
  await page.getByTestId(`review-item-${retouch}`).dblclick();
  const button = page.getByTestId('loupe-touch');
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  expect(await button.getAttribute('aria-label')).toContain('The photograph is unavailable');
  await page.keyboard.press('k');
  expect(await page.getByTestId('touch-bar').count()).toBe(0);
});
