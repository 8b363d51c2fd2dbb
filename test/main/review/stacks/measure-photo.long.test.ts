import sharp, { type Sharp } from 'sharp';
import { describe, expect } from 'vitest';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { type DetectedFace, detectFaces } from '../../../../main/review/faces/detect-faces.ts';
import { proposeBest } from '../../../../main/review/stacks/propose-best.ts';
import { createClient } from '../../../../main/service/client.ts';
import { sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { group } from '../../../helpers/face/faces.ts';
import { withBareLids } from '../../../helpers/face/shut-eyes.ts';
import { test } from '../../../helpers/queue/measuring-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

// As a header may hold it.
const apiKey = 'key-of-this-engine';
const engine = sharedEngine({
  apiKey,
  workerPool: { entry: new URL('../../../../engine/worker.ts', import.meta.url) },
});
const client = () => createClient({ baseUrl: engine().baseUrl, apiKey, keyHeader: 'service-api-key' });
const clientFor = async () => ({ client: client(), kind: 'built-in' as const, charges: false, maxConcurrency: 1 });

const noon = new Date(2026, 4, 31, 12, 0, 0).getTime();
/** Returns a picture of a smiling woman who faces the camera, shifted by a few px. */
const woman = (px: number) => sharp(group(6)).extract({ left: 1370 + px, top: 170, width: 450, height: 500 });
const frozen = async (image: Sharp) => sharp(await image.png().toBuffer());

async function facesOf(image: Sharp, folder: string): Promise<DetectedFace[]> {
  const { signal } = new AbortController();
  return detectFaces(client(), await image.jpeg({ quality: 95 }).toBuffer(), folder, signal);
}

describe('the built-in engine', () => {
  test('recognizes open eyes, sharp or not, light or dark', async ({ stage }) => {
    for (const change of [
      (image: Sharp) => image,
      (image: Sharp) => image.blur(1.5),
      (image: Sharp) => image.linear(0.5),
    ]) {
      const [face, ...others] = await facesOf(change(woman(0)), stage.dir);
      expect(others).toEqual([]);
      expect(face!.open).toBeGreaterThan(0.8);
    }
    const shut = await withBareLids(await decodePhoto(await woman(0).png().toBuffer()));
    const [face] = await facesOf(
      sharp(shut.rgb, { raw: { width: shut.width, height: shut.height, channels: 3 } }),
      stage.dir,
    );
    expect(face!.open).toBeLessThan(0.3);
    // Three people who look down, and a cup of coffee.
    expect((await facesOf(sharp(group(2)), stage.dir)).every(({ open }) => open < 0.3)).toBe(true);
    expect(
      await facesOf(sharp({ create: { width: 300, height: 200, channels: 3, background: '#a83' } }), stage.dir),
    ).toEqual([]);
  });

  test('leads to a proposal for the best of a burst', async ({ stage }) => {
    const { store } = stage;
    const shut = await withBareLids(await decodePhoto(await woman(2).png().toBuffer()));
    const ids = [
      await stage.take(
        'shut.jpg',
        sharp(shut.rgb, { raw: { width: shut.width, height: shut.height, channels: 3 } }),
        noon,
      ),
      await stage.take('blurred.jpg', (await frozen(woman(4))).blur(2), noon + 200),
      await stage.take('good.jpg', woman(6), noon + 400),
      await stage.take('dark.jpg', (await frozen(woman(3))).linear(0.25), noon + 600),
    ];
    const measuring = stage.measure({ services: { clientFor } });
    await stage.settled(measuring);
    expect(stage.warnings).toEqual([]);
    const judged = store.measures.ratings(ids);
    expect(judged.map(({ faces }) => faces)).toEqual([1, 1, 1, 1]);
    expect(store.stacks.of(ids[0]!).map(({ best }) => best)).toEqual([false, false, true, false]);
    expect(messageText(proposeBest(judged)!.why)).toBe('Eyes open, and sharper');
  });
});
