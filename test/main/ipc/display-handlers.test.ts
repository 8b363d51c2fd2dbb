import { expect } from 'vitest';
import type { DisplayedPhotograph } from '../../../contract/app/display-status.ts';
import { displayHandlers } from '../../../main/ipc/display-handlers.ts';
import { test } from '../../helpers/review-stage.ts';

test('the second display gets what main knows of a photograph, and nothing of an unknown one', async ({ review }) => {
  const { photographId, resultId } = await review.finished('a');
  const b = await review.finished('b');
  const shown: (DisplayedPhotograph | null)[] = [];
  const display = {
    status: () => ({ isAvailable: true, isOpen: true }),
    open: () => true,
    show: (photograph: DisplayedPhotograph | null) => void shown.push(photograph),
    close: () => undefined,
  };
  const show = displayHandlers(review.store, { display })['display.show'];
  await show({ photograph: { id: photographId, resultId } }, 'page');
  await show({ photograph: { id: photographId, resultId: null } }, 'page');
  // A result of another photograph is none of this one.
  await show({ photograph: { id: photographId, resultId: b.resultId } }, 'page');
  await show({ photograph: { id: 9999, resultId: null } }, 'page');
  await show({ photograph: null }, 'page');
  const original = {
    url: `burnish://image/photograph/${photographId}`,
    name: 'a.jpg',
    caption: '',
    backdrop: 'checker',
  };
  const result = { ...original, url: `burnish://image/result/${resultId}`, caption: shown[0]?.caption };
  expect(shown).toEqual([result, original, original, null, null]);
  expect(shown[0]?.caption).not.toBe('');
});
