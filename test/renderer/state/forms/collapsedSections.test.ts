import { expect, it } from 'vitest';
import { setSectionOpen, useOpenSections } from '../../../../renderer/state/forms/collapsedSections.ts';

it('remembers each open section until it is closed', () => {
  const open = () => [...useOpenSections.getState().open];
  setSectionOpen('recipe-1/file', true);
  setSectionOpen('recipe-2/file', true);
  expect(open()).toEqual(['recipe-1/file', 'recipe-2/file']);
  setSectionOpen('recipe-1/file', false);
  expect(open()).toEqual(['recipe-2/file']);
  setSectionOpen('recipe-2/file', false);
  expect(open()).toEqual([]);
});
