import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { createFaceFinder, toFractions } from '../../../../main/review/faces/find-faces.ts';
import { analyser, type MeasuringStage, oneFace, test } from '../../../helpers/queue/measuring-stage.ts';

const box = (x: number, width = 10, y = 10) => ({ x, y, width, height: 10 });

describe('faces as fractions of the picture', () => {
  const picture = { width: 100, height: 50 };
  test.for([
    ['from the left to the right', [box(60), box(20)], [0.2, 0.6]],
    ['held within it', [box(-20, 30), box(95, 40)], [0, 0.95]],
    ['without those that lie outside of it', [box(-20), box(120), box(10, 10, 80)], []],
    ['none', [], []],
  ] as const)('are %s', ([, boxes, lefts]) => {
    expect(toFractions(boxes, picture).map(({ x }) => x)).toEqual(lefts);
  });
  test('have sizes as fractions as well', () => {
    expect(toFractions([box(20)], picture)).toEqual([{ x: 0.2, y: 0.2, width: expect.closeTo(0.1), height: 0.2 }]);
  });
});

const paper = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#aaa' } });
const finderOf = (stage: MeasuringStage, kind: 'built-in' | 'remote' = 'built-in', charges = false) =>
  createFaceFinder({
    store: stage.store,
    services: {
      clientFor: async (id) => ({ ...(await stage.services().clientFor(id)), kind, charges }),
    },
    viewableFiles: {
      read: async (_, read) => read(join(stage.dir, 'photographs', 'group.jpg')).catch(() => null),
    },
  });

test('queries the engine once per photograph, and leaves no file on the disk', async ({ stage }) => {
  const id = await stage.take('group.jpg', paper());
  stage.server.script(analyser, oneFace(0.9));
  const finder = finderOf(stage);
  const [one, other] = await Promise.all([finder.facesOf(id), finder.facesOf(id)]);
  expect(one).toEqual([{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]);
  expect(other).toEqual(one);
  expect(await finder.facesOf(id)).toEqual(one);
  expect(stage.server.requests).toHaveLength(1);
  expect(readdirSync(join(stage.store.workFolder, 'faces'))).toEqual([]);
});

test('queries an engine that did not respond again', async ({ stage }) => {
  const id = await stage.take('group.jpg', paper());
  stage.server.script(analyser, { status: 503, json: {} }, oneFace(0.9));
  const finder = finderOf(stage);
  await expect(finder.facesOf(id)).rejects.toMatchObject({ name: 'ServiceFailure' });
  expect(await finder.facesOf(id)).toHaveLength(1);
});

test('knows no faces of a missing photograph', async ({ stage }) => {
  expect(await finderOf(stage).facesOf(1)).toBeNull();
  expect(stage.server.requests).toEqual([]);
});

test.for([
  ['remote', false],
  ['built-in', true],
] as const)('queries no other service: %s, charging %s', async ([kind, charges], { stage }) => {
  const id = await stage.take('group.jpg', paper());
  await expect(finderOf(stage, kind, charges).facesOf(id)).rejects.toThrow('built-in engine');
  expect(stage.server.requests).toEqual([]);
});
