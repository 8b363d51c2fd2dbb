/** Compares responses of the real operations about a real person with the engine's description. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { group } from '../face/faces.ts';
import { sample } from '../photograph/photographs.ts';
import { messageText } from '../run/message-matchers.ts';
import { type AnswerCheck, answerCheck } from './described-answers.ts';
import { ask, type FormEntry, outcomeOf, postImage, sharedEngine } from './running-engine.ts';

/** Parameters for operations whose defaults omit most of the response. */
const everything: { [id: string]: Record<string, FormEntry> } = {
  'face-key-points': { face_field: 'age,gender,landmark4,landmark72,landmark150,landmark201' },
  'apparel-background-removal': { out_mode: '1', cloth_class: 'tops,coat,skirt,pants,bag,shoes,hat' },
};

const query = '/api/common/query-async-task-result';

/**
 * Starts one engine with its real models for a test file. The returned functions fail the test if a response does not
 * match its description.
 */
export function describedAnswers() {
  const engine = sharedEngine({
    workerPool: { entry: new URL('../../../engine/worker.ts', import.meta.url) },
  });
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
  return {
    async ofPortrait(id: OperationId): Promise<void> {
      const sent = await postImage(engine(), id, portrait, everything[id]);
      expect(messageText(sent.body.error_detail.message)).toBe('');
      expect(check('post', operations[id].path, sent.status, sent.body)).toEqual([]);
      if (operations[id].delivery !== 'async') return;
      const { status, body } = await outcomeOf(engine(), sent.body.task_id);
      expect(messageText(body.error_detail.message)).toBe('');
      expect(check('get', query, status, body)).toEqual([]);
    },
    async ofThree(id: OperationId): Promise<void> {
      const picture = await sharp(await readFile(group(1)))
        .resize(1200)
        .jpeg()
        .toBuffer();
      const { status, body } = await postImage(engine(), id, picture, { ...everything[id], max_face_num: '3' });
      expect(body.result?.face_num ?? body.data.face_count).toBe(3);
      expect(check('post', operations[id].path, status, body)).toEqual([]);
    },
  };
}
