import { expect } from 'vitest';
import { requestNames } from '../../../preload/channels.ts';
import { test } from '../../helpers/window/page-stage.ts';

test('every request has a handler', ({ page }) => {
  expect(Object.keys(page.handlers).sort()).toEqual(requestNames.toSorted());
});
