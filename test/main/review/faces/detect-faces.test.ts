import { describe, expect } from 'vitest';
import { detectFaces, parseFaces } from '../../../../main/review/faces/detect-faces.ts';
import { analyser, oneFace } from '../../../helpers/queue/measuring-stage.ts';
import { jpegBytes, test } from '../../../helpers/service/service-stage.ts';

const rect = { x: 1, y: 2, width: 3, height: 4 };
const eye = (type: number, probability: number) => ({ eye: { eye_open: { type, probability } } });
const refused = (code: string) => ({
  json: { error_detail: { status_code: 200, code, code_message: code, message: code } },
});

describe('the faces of a response', () => {
  test.for<[string, unknown, unknown]>([
    ['open', [{ face_rect: rect, face_detail_attributes_info: eye(1, 0.9) }], [{ box: rect, open: 0.9 }]],
    ['shut', [{ face_rect: rect, face_detail_attributes_info: eye(0, 0.75) }], [{ box: rect, open: 0.25 }]],
    ['not told of', [{ face_rect: rect }], [{ box: rect, open: 0.5 }]],
    [
      'told of in other words',
      [{ face_rect: rect, face_detail_attributes_info: { eye: 'open' } }],
      [{ box: rect, open: 0.5 }],
    ],
    ['of nobody', [], []],
    ['of a face that is nowhere', [{ face_rect: { x: 1 } }], []],
    ['of no list', 'faces', []],
  ])('have eyes that are %s', ([, infos, faces]) => {
    expect(parseFaces({ face_detail_infos: infos })).toEqual(faces);
  });
  test('are none for an invalid response', () => {
    for (const answer of [null, undefined, 'x', {}]) expect(parseFaces(answer)).toEqual([]);
  });
});

describe('requesting faces', () => {
  const { signal } = new AbortController();
  test('sends the picture and leaves no file of it', async ({ stage }) => {
    const picture = jpegBytes(500);
    stage.server.script(analyser, oneFace(0.9));
    expect(await detectFaces(stage.client, picture, stage.dir, signal)).toEqual([
      { box: { x: 100, y: 100, width: 200, height: 200 }, open: 0.9 },
    ]);
    expect(stage.server.requests[0]!.parts().map(({ name }) => name)).toEqual(['image']);
    expect(await stage.files()).toEqual([]);
  });

  test.for(['ERROR_NO_FACE_IN_FILE', 'ERROR_SMALL_FACE_SIZE', 'ERROR_FACE_NOT_FOUND'])(
    'finds none if the service responds with %s',
    async (code, { stage }) => {
      stage.server.script(analyser, refused(code));
      expect(await detectFaces(stage.client, jpegBytes(500), stage.dir, signal)).toEqual([]);
    },
  );

  test('fails if the service is unavailable', async ({ stage }) => {
    stage.server.script(analyser, { status: 503, json: {} });
    await expect(detectFaces(stage.client, jpegBytes(500), stage.dir, signal)).rejects.toMatchObject({
      name: 'ServiceFailure',
    });
    expect(await stage.files()).toEqual([]);
  });
});
