import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { noFaceError, photoWithFaces } from '../../../engine/operations/faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { type FormEntry, outcomeOf, postImage, sharedEngine } from '../../helpers/engine/running-engine.ts';
import { houseLeft, houseWithFace, womanBeforeHouse } from '../../helpers/face/phantom-face.ts';
import { differenceOf } from '../../helpers/operation/changes.ts';

const sample = (name: string) => readFile(new URL(`../../../assets/samples/${name}.png`, import.meta.url));

test('decodes the photograph and finds its face', async () => {
  const { photo, faces } = await photoWithFaces(await sample('astronaut'), new AbortController().signal);
  expect([photo.width, photo.height, faces.length]).toEqual([512, 512, 1]);
});

test('rejects a photograph without people', async () => {
  const refused = photoWithFaces(await sample('coffee'), new AbortController().signal);
  await expect(refused).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE', message: noFaceError().message });
});

test('names the picture without a face', () => {
  expect(noFaceError('the reference photograph').message).toBe(
    'No face was found in the reference photograph. Choose one that shows a face.',
  );
});

describe('a woman in front of a house that looks like a larger face: over HTTP', async () => {
  const engine = sharedEngine({ workerPool: { entry: new URL('../../../engine/worker.ts', import.meta.url) } });
  const upload = await womanBeforeHouse(800);
  const photo = await decodePhoto(upload);
  const house = { x: houseLeft * 800, y: 0, width: 800 * (1 - houseLeft), height: 640 };
  const woman = { x: 70, y: 380, width: 120, height: 110 };

  /** The body of the response, or of the finished task. */
  async function ask(operation: OperationId, params: Record<string, FormEntry> = {}, image: Uint8Array = upload) {
    const { status, body } = await postImage(engine(), operation, image, params);
    expect(status, JSON.stringify(body)).toBe(200);
    return typeof body.task_id === 'string' ? (await outcomeOf(engine(), body.task_id)).body : body;
  }

  async function photoAt(url: string): Promise<Photo> {
    return decodePhoto(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  }

  function expectHerFace(face: { left: number; top: number; width: number; height: number }): void {
    expect(face).toMatchObject({ left: expect.closeTo(92, -1), top: expect.closeTo(392, -1) });
    expect(face).toMatchObject({ width: expect.closeTo(70, -1), height: expect.closeTo(81, -1) });
  }

  function expectHerAlone(result: Photo): void {
    expect(differenceOf(photo, result, { area: woman }).most).toBeGreaterThan(8);
    expect(differenceOf(photo, result, { area: house }).most).toBe(0);
  }

  test('face-key-points', async () => {
    const { result } = await ask('face-key-points', { max_face_num: '10' });
    expect(result.face_num).toBe(1);
    expectHerFace(result.face_list[0].location);
  });

  test('face-analyzer-advanced', async () => {
    const { data, face_detail_infos: infos } = await ask('face-analyzer-advanced');
    expect([data.face_count, infos.length]).toEqual([1, 1]);
    const [left, top, width, height] = data.face_rectangles;
    expectHerFace({ left, top, width, height });
  });

  test('skin-analysis', async () => {
    const jpeg = await sharp(upload).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
    expectHerFace((await ask('skin-analysis', {}, jpeg)).face_rectangle);
  });

  test('smart-beauty', async () => {
    const { data } = await ask('smart-beauty', { beauty_level: '1', task_type: 'sync' });
    expectHerAlone(await decodePhoto(Buffer.from(data.image, 'base64')));
  });

  test('smart-face-slimming', { tags: ['long'] }, async () => {
    const { data } = await ask('smart-face-slimming', { slim_degree: '2' });
    expectHerAlone(await photoAt(data.image_url));
  });

  test('ai-red-lip-gloss', { tags: ['long'] }, async () => {
    const { data } = await ask('ai-red-lip-gloss');
    expectHerAlone(await photoAt(data.image));
  });

  test('smart-skin-advanced', { tags: ['long'] }, async () => {
    const { data } = await ask('smart-skin-advanced', { smart_skin: '1' });
    expectHerAlone(await photoAt(data.result_urls[0]));
  });

  test('avatar-extraction', { tags: ['long'] }, async () => {
    const { data } = await ask('avatar-extraction');
    expect(data.elements).toHaveLength(1);
    expect(data.elements[0].x + data.elements[0].width).toBeLessThan(house.x);
  });

  test.each<OperationId>(['face-key-points', 'smart-beauty', 'smart-face-slimming'])(
    '%s: the house alone is no face',
    async (operation) => {
      const { status, body } = await postImage(engine(), operation, await houseWithFace(640));
      expect([status, body.error_detail.code]).toEqual([422, 'ERROR_NO_FACE_IN_FILE']);
    },
  );
});
