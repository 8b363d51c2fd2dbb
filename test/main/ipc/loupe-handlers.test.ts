import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import type { IpcContext } from '../../../main/ipc/ipc-context.ts';
import { loupeHandlers } from '../../../main/ipc/loupe-handlers.ts';
import { UserError } from '../../../main/ipc/user-error.ts';
import { UndoStack } from '../../../main/review/actions/undo-stack.ts';
import { ServiceFailure } from '../../../main/service/errors/service-failure.ts';
import { analyser, type MeasuringStage, oneFace, test } from '../../helpers/measuring-stage.ts';
import { messageText } from '../../helpers/message-matchers.ts';

const paper = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#aaa' } });

function handlersOf(stage: MeasuringStage, services: Pick<IpcContext['services'], 'clientFor'> = stage.services()) {
  const undo = new UndoStack();
  const read = <T>(_: unknown, from: (path: string) => Promise<T>) =>
    from(join(stage.dir, 'photographs', 'a.jpg')).catch(() => null);
  const core = { store: stage.store, services, offline: { read }, review: { undo } };
  const filled: boolean[] = [];
  const handlers = loupeHandlers(core as unknown as IpcContext, { fullScreen: (isOn) => void filled.push(isOn) });
  return { handlers, undo, filled };
}
const refusalOf = async (request: Promise<unknown>) => {
  const refusal = await request.catch((fault: unknown) => fault);
  return refusal instanceof UserError ? messageText(refusal.sentence) : refusal;
};

test('the page reads where faces are', async ({ stage }) => {
  const id = await stage.take('a.jpg', paper());
  stage.server.script(analyser, oneFace(0.9));
  const faces = await handlersOf(stage).handlers['loupe.faces']({ id }, 'page');
  expect(faces).toEqual([{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]);
});

test('where nobody can look for faces, a sentence says why', async ({ stage }) => {
  const absent = {
    clientFor: async () => {
      throw new ServiceFailure({
        kind: 'fatal',
        code: 'ENGINE_NOT_RUNNING',
        sentence: msg('service.engine.failed'),
        subject: 'service',
        advice: 'open-services',
      });
    },
  };
  const { handlers } = handlersOf(stage, absent);
  expect(await refusalOf(handlers['loupe.faces']({ id: 1 }, 'page') as Promise<unknown>)).toMatch(/is unavailable/);
  const id = await stage.take('a.jpg', paper());
  const why = await refusalOf(handlers['loupe.faces']({ id }, 'page') as Promise<unknown>);
  expect(why).toContain('the built-in engine is not responding');
  expect(why).toContain(messageText(msg('service.engine.failed')));
});

test('a decision about a result is taken back and done again', async ({ stage }) => {
  const { handlers, undo } = handlersOf(stage);
  const photographId = await stage.take('a.jpg', paper());
  const { store } = stage;
  const job = store.jobs.get(1)!;
  const image = { kind: 'image', element: null, path: '/a.png', width: 4, height: 4, bytes: 1, box: null } as const;
  store.results.add({ jobId: job.id, batchId: job.batchId, step: 0, operation: job.operation, ...image });
  const [version] = await store.photographViews.versions(photographId);
  const decision = async () => (await store.photographViews.versions(photographId))[0]?.decision;

  expect(await handlers['loupe.decide']({ ids: [version!.id], change: { flag: 1 } }, 'page')).toBe(1);
  expect(await decision()).toMatchObject({ flag: 1 });
  expect(messageText((await undo.undo())!)).toBe('Changed the decision for one result');
  expect(await decision()).toMatchObject({ flag: 0 });
  await undo.redo();
  expect(await decision()).toMatchObject({ flag: 1 });
  expect(await handlers['loupe.decide']({ ids: [version!.id, 99], change: { flag: 1 } }, 'page')).toBe(0);
});

test('the window fills the screen and gives it back', ({ stage }) => {
  const { handlers, filled } = handlersOf(stage);
  for (const on of [true, false]) handlers['loupe.fullScreen']({ on }, 'page');
  expect(filled).toEqual([true, false]);
});

test('the photographs of a stack are told in order', async ({ stage }) => {
  const { handlers } = handlersOf(stage);
  const ids = [await stage.take('a.jpg', paper()), await stage.take('b.jpg', paper().negate())];
  expect(handlers['loupe.stack']({ id: ids[0]! }, 'page')).toEqual([]);
  stage.store.transaction(() => stage.store.stacks.replace(ids, [{ ids: ids.toReversed(), best: null }]));
  expect(handlers['loupe.stack']({ id: ids[1]! }, 'page')).toEqual(ids.toReversed());
});
