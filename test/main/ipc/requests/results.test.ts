import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { DisplayedPhotograph } from '../../../../contract/app/display-status.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { systemClock } from '../../../../main/clock.ts';
import type { IpcContext } from '../../../../main/ipc/bridge/ipc-context.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { resultHandlers } from '../../../../main/ipc/requests/results.ts';
import { UndoStack } from '../../../../main/review/actions/undo-stack.ts';
import { openOffline } from '../../../../main/review/offline/offline.ts';
import { ServiceFailure } from '../../../../main/service/errors/service-failure.ts';
import {
  analyser,
  type MeasuringStage,
  test as measuringTest,
  oneFace,
} from '../../../helpers/queue/measuring-stage.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { test as pageTest } from '../../../helpers/window/page-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

const paper = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#aaa' } });

function handlersOf(stage: MeasuringStage, services: Pick<IpcContext['services'], 'clientFor'> = stage.services()) {
  const undo = new UndoStack();
  const read = <T>(_: unknown, from: (path: string) => Promise<T>) =>
    from(join(stage.dir, 'photographs', 'a.jpg')).catch(() => null);
  const core = { store: stage.store, services, offline: { read }, review: { undo } };
  const filled: boolean[] = [];
  const desktop = { fullScreen: (isOn: boolean) => void filled.push(isOn) };
  const handlers = resultHandlers(requestContext({ core, desktop }));
  return { handlers, undo, filled };
}
async function refusalOf(request: () => Promise<unknown>) {
  const refusal = await request().catch((error: unknown) => error);
  return refusal instanceof UserError ? messageText(refusal.sentence) : refusal;
}

measuringTest('the locations of faces are returned', async ({ stage }) => {
  const id = await stage.take('a.jpg', paper());
  stage.server.script(analyser, oneFace(0.9));
  const faces = await handlersOf(stage).handlers['loupe.faces']({ id }, 'page');
  expect(faces).toEqual([{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]);
});

measuringTest(
  'a request for faces reports an unknown photograph, and why the service is unavailable',
  async ({ stage }) => {
    const cause = { kind: 'fatal', code: 'ENGINE_NOT_RUNNING', sentence: msg('service.engine.failed') } as const;
    const clientFor = async () => {
      throw new ServiceFailure({ ...cause, subject: 'service', advice: 'open-services' });
    };
    const { handlers } = handlersOf(stage, { clientFor });
    const faces = async (id: number) => handlers['loupe.faces']({ id }, 'page');

    const unknown = await refusalOf(() => faces(1));
    const id = await stage.take('a.jpg', paper());
    const why = await refusalOf(() => faces(id));

    expect(unknown).toMatch(/is unavailable/);
    expect(why).toContain('the built-in engine is not responding');
    expect(why).toContain(messageText(msg('service.engine.failed')));
  },
);

measuringTest('a decision about a result can be undone and redone', async ({ stage }) => {
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

measuringTest('the window enters and leaves full screen', ({ stage }) => {
  const { handlers, filled } = handlersOf(stage);
  for (const on of [true, false]) handlers['loupe.fullScreen']({ on }, 'page');
  expect(filled).toEqual([true, false]);
});

measuringTest('the photographs of a stack are returned in order', async ({ stage }) => {
  const { handlers } = handlersOf(stage);
  const ids = [await stage.take('a.jpg', paper()), await stage.take('b.jpg', paper().negate())];
  expect(handlers['loupe.stack']({ id: ids[0]! }, 'page')).toEqual([]);
  stage.store.transaction(() => stage.store.stacks.replace(ids, [{ ids: ids.toReversed(), best: null }]));
  expect(handlers['loupe.stack']({ id: ids[1]! }, 'page')).toEqual(ids.toReversed());
});

test('the second display gets the data of a photograph, and nothing for an unknown one', async ({ review }) => {
  const { photographId, resultId } = await review.finished('a');
  const b = await review.finished('b');
  const shown: (DisplayedPhotograph | null)[] = [];
  const display = {
    status: () => ({ isAvailable: true, isOpen: true }),
    open: () => true,
    show: (photograph: DisplayedPhotograph | null) => void shown.push(photograph),
    close: () => undefined,
  };
  const context = requestContext({ core: { store: review.store, review: {} }, desktop: { display } });
  const requests = [
    { id: photographId, resultId },
    { id: photographId, resultId: null },
    // A result of another photograph is none of this one.
    { id: photographId, resultId: b.resultId },
    { id: 9999, resultId: null },
    null,
  ];

  for (const photograph of requests) await resultHandlers(context)['display.show']({ photograph }, 'page');

  const url = `burnish://image/photograph/${photographId}`;
  const original = { url, name: 'a.jpg', caption: '', backdrop: 'checker' };
  const result = { ...original, url: `burnish://image/result/${resultId}`, caption: expect.stringMatching(/./) };
  expect(shown).toEqual([result, original, original, null, null]);
});

function offlinePage({ store }: ReviewStage) {
  const faults: unknown[] = [];
  const offline = openOffline({
    store,
    isBusy: () => false,
    clock: systemClock,
    log: { warn: (text) => faults.push(text) },
  });
  const grants = openGrants();
  return {
    offline,
    grants,
    faults,
    handlers: resultHandlers(requestContext({ core: { store, offline, review: {} }, grants })),
  };
}

test('previews are made, counted, reported and deleted', async ({ review }) => {
  const { photographId, original } = await review.finished('a');
  const { offline, handlers, faults } = offlinePage(review);
  offline.start();
  await expect.poll(() => review.store.keptPreviews.space().pictures).toBe(2);
  const ids = { ids: [photographId] };
  expect(await handlers['offline.presence'](ids, 'page')).toMatchObject([{ original: { hasPreview: true } }]);
  expect(await handlers['offline.space'](undefined, 'page')).toMatchObject({ pictures: 2 });
  const waiting = review.store.keptPreviews.waitingFile(photographId);
  mkdirSync(dirname(waiting), { recursive: true });
  copyFileSync(original, waiting);
  await handlers['offline.clear'](undefined, 'page');
  expect(existsSync(waiting)).toBe(false);
  expect(await handlers['offline.space'](undefined, 'page')).toEqual({ pictures: 0, bytes: 0 });
  expect(await handlers['offline.presence'](ids, 'page')).toMatchObject([{ original: { hasPreview: false } }]);
  await offline.end();
  expect([faults, review.store.keptPreviews.due(false, 1)]).toEqual([[], []]);
});

test('requests previews of viewed but unavailable files from other stations', async ({ review }) => {
  const { photographId, original } = await review.finished('a');
  const requests: unknown[] = [];
  const offline = openOffline({
    ...{ store: review.store, isBusy: () => false, clock: systemClock, log: { warn: () => undefined } },
    fetch: async (of) => requests.push(of) > 0,
  });
  await offline.presence([photographId]);
  expect(requests).toEqual([]);
  renameSync(original, `${original}.moved`);
  review.store.availability.forget(original);
  await offline.presence([photographId]);
  expect(requests).toEqual([{ subject: 'photograph', id: photographId }]);
  await offline.end();
});

test('a folder is searched only if the user has chosen it', async ({ review }) => {
  const { resultId } = await review.finished('a');
  const { grants, handlers } = offlinePage(review);
  const to = join(review.folder, 'moved');
  mkdirSync(to);
  renameSync(review.out, join(to, 'out'));
  const target = { subject: 'result', id: resultId } as const;
  const folder = grants.give('page', 'folder', [join(to, 'out')]);
  await expect(handlers['offline.relink']({ ...target, folder }, 'another page')).rejects.toThrow();
  expect(await handlers['offline.relink']({ ...target, folder }, 'page')).toMatchObject({ found: 1 });
  await expect(handlers['offline.relink']({ ...target, folder }, 'page')).rejects.toThrow();
  const again = grants.give('page', 'folder', [to]);
  const unknown = handlers['offline.relink']({ ...target, id: 999, folder: again }, 'page');
  await expect(unknown).rejects.toThrow(matchingError('This result has no file.'));
});

pageTest('the folder that a result came from is shown while it exists', async ({ page }) => {
  const { app, handlers, folder, revealed } = page;
  const { store } = app.core;
  const card = join(folder, 'card');
  mkdirSync(card);
  const paper = paperJob('a', starterRecipes[0]!, { sourcePath: join(card, 'a.jpg') });
  store.jobs.add({ title: 't', origin: 'drop', folderId: null }, [paper]);
  await handlers['results.revealFolder']({ id: 1 });
  expect(revealed).toEqual([card]);
  rmSync(card, { recursive: true });
  await expect(async () => handlers['results.revealFolder']({ id: 1 })).rejects.toThrow(matchingError(/card/));
});
