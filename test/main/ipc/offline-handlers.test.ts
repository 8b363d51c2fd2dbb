import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../../main/clock.ts';
import type { IpcContext } from '../../../main/ipc/ipc-context.ts';
import { offlineHandlers } from '../../../main/ipc/offline-handlers.ts';
import { openGrants } from '../../../main/ipc/path-grants.ts';
import { openOffline } from '../../../main/review/offline/offline.ts';
import { matchingError } from '../../helpers/message-matchers.ts';
import { type ReviewStage, test } from '../../helpers/review-stage.ts';

function page({ store }: ReviewStage) {
  const faults: unknown[] = [];
  const offline = openOffline({
    store,
    isBusy: () => false,
    clock: systemClock,
    log: { warn: (text) => faults.push(text) },
  });
  const grants = openGrants();
  return { offline, grants, faults, handlers: offlineHandlers({ offline } as IpcContext, grants) };
}

test('previews are made, counted, told of and deleted', async ({ review }) => {
  const { photographId, original } = await review.finished('a');
  const { offline, handlers, faults } = page(review);
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

test('of what is looked at and not at hand, a preview is asked for elsewhere', async ({ review }) => {
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

test('a folder is looked through only where the user has chosen it', async ({ review }) => {
  const { resultId } = await review.finished('a');
  const { grants, handlers } = page(review);
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
