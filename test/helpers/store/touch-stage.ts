/** Fixture for touch-up: real files of finished cutouts with a hole, and a folder as trash. */
import { renameSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { placeSibling } from '../../../main/pipeline/output/place-sibling.ts';
import { createTouchUp, type TouchOptions, type TouchUp } from '../../../main/review/touch-up/touch-up.ts';
import { strokeOf } from '../photograph/damaged-cutout.ts';
import { messageText } from '../run/message-matchers.ts';
import { test as base, type FinishedPhotograph, type ReviewStage } from './review-stage.ts';

export interface TouchStage extends ReviewStage {
  readonly touch: TouchUp;
  /** Absolute path of the folder for removed files. */
  readonly trash: string;
  /** Another instance with other options, as in another process. */
  another(change: Partial<TouchOptions>): TouchUp;
  /** Messages shown to the user, as text. */
  readonly told: string[];
  /** A detailed photograph of 600 × 300 px, and its cutout: opaque, with a hole of 60 px around (300, 150). */
  cutOut(name: string, marketplace?: string): Promise<FinishedPhotograph>;
}

const size = { width: 600, height: 300 };

const raw = { raw: { ...size, channels: 4 } } as const;

/** Pixels and cutout file, shared by all tests. */
let drawn: Promise<{ readonly pixels: Buffer; readonly cutout: Buffer }> | null = null;

async function draw() {
  const pixels = Buffer.alloc(size.width * size.height * 4, 255);
  const withHole = Buffer.alloc(pixels.length, 255);
  for (let at = 0; at < size.width * size.height; at++) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const color = [(x * 7) % 200, (y * 5) % 200, (x + y) % 200];
    pixels.set(color, at * 4);
    withHole.set(Math.hypot(x - 300, y - 150) < 60 ? [0, 0, 0, 0] : color, at * 4);
  }
  return { pixels, cutout: await sharp(withHole, raw).png().toBuffer() };
}

async function drawCutout(original: string, result: string): Promise<void> {
  drawn ??= draw();
  const { pixels, cutout } = await drawn;
  const photograph = sharp(pixels, raw).removeAlpha().jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
  // Makes every file unique.
  await photograph.withExif({ IFD0: { ImageDescription: original } }).toFile(original);
  await writeFile(result, cutout);
}

export const test = base.extend<{ stand: TouchStage }>({
  stand: async ({ review }, use) => {
    const trash = join(review.folder, 'trash');
    await mkdir(trash);
    const open: TouchUp[] = [];
    const messages: string[] = [];
    const another = (change: Partial<TouchOptions>) => {
      const made = createTouchUp({
        store: review.store,
        place: placeSibling,
        notifyUser: (text) => void messages.push(messageText(text)),
        trash: async (path) => renameSync(path, join(trash, basename(path))),
        ...change,
      });
      open.push(made);
      return made;
    };
    await use({
      ...review,
      trash,
      told: messages,
      touch: another({}),
      another,
      cutOut: (name, marketplace) =>
        review.finished(name, {
          size: size.width,
          draw: drawCutout,
          ...(marketplace === undefined ? {} : { marketplace }),
        }),
    });
    for (const each of open) await each.close();
  },
});

/** Replaces all earlier strokes. */
export const only = (strokes: readonly Stroke[], number = 1) => ({ number, keep: 0, added: [...strokes], seen: 0 });

/** Closes the hole of `cutOut`. */
export const closing = [strokeOf('250,150 350,150', 70)];
