import { expect, it } from 'vitest';
import { setFold, useFolds } from '../../../renderer/state/folds.ts';

it('remembers each fold that is open, until it is closed', () => {
  const open = () => [...useFolds.getState().open];
  setFold('recipe-1/file', true);
  setFold('recipe-2/file', true);
  expect(open()).toEqual(['recipe-1/file', 'recipe-2/file']);
  setFold('recipe-1/file', false);
  expect(open()).toEqual(['recipe-2/file']);
  setFold('recipe-2/file', false);
  expect(open()).toEqual([]);
});
