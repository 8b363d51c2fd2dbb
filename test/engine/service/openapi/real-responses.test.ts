/** Responses of the real operations about a real person, compared with the engine's description. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type AnswerCheck, answerCheck } from '../../../helpers/engine/described-answers.ts';
import { ask, type FormEntry, outcomeOf, postImage, sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { group } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

/** Parameters for operations whose defaults omit most of the response. */
const everything: { [id: string]: Record<string, FormEntry> } = {
  'face-key-points': { face_field: 'age,gender,landmark4,landmark72,landmark150,landmark201' },
  'apparel-background-removal': { out_mode: '1', cloth_class: 'tops,coat,skirt,pants,bag,shoes,hat' },
};

const engine = sharedEngine({ workerPool: { entry: new URL('../../../../engine/worker.ts', import.meta.url) } });
let check: AnswerCheck;
let portrait: Buffer;
beforeAll(async () => {
  check = answerCheck((await ask(engine(), '/openapi.json')).body);
  // The face is large enough for skin analysis, and the picture small enough to be quick.
  portrait = await sharp(sample('astronaut'))
    .extract({ left: 90, top: 0, width: 280, height: 320 })
    .resize(700)
    .jpeg({ quality: 92 })
    .toBuffer();
});

async function expectDescribed(id: OperationId): Promise<void> {
  const sent = await postImage(engine(), id, portrait, everything[id]);
  expect(messageText(sent.body.error_detail.message)).toBe('');
  expect(check('post', operations[id].path, sent.status, sent.body)).toEqual([]);
  if (operations[id].delivery !== 'async') return;
  const { status, body } = await outcomeOf(engine(), sent.body.task_id);
  expect(messageText(body.error_detail.message)).toBe('');
  expect(check('get', '/api/common/query-async-task-result', status, body)).toEqual([]);
}

/** Those whose responses a scripted worker (answers.test.ts) cannot produce. */
const analyses = ['face-key-points', 'skin-analysis', 'face-analyzer-advanced'] as const;

test.each(analyses)('%s', (id) => expectDescribed(id));

test.each(operationIds.filter((id) => !analyses.some((each) => each === id)))(
  '%s',
  { tags: ['long'], timeout: 900_000 },
  (id) => expectDescribed(id),
);

test.each(['face-key-points', 'face-analyzer-advanced'] as const)(
  '%s of three people',
  { tags: ['long'], timeout: 900_000 },
  async (id) => {
    const picture = await sharp(await readFile(group(1)))
      .resize(1200)
      .jpeg()
      .toBuffer();

    const { status, body } = await postImage(engine(), id, picture, { ...everything[id], max_face_num: '3' });

    expect(body.result?.face_num ?? body.data.face_count).toBe(3);
    expect(check('post', operations[id].path, status, body)).toEqual([]);
  },
);
