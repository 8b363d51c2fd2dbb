import { describe, expect, it } from 'vitest';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { issuesOf, linesOf, newFolder, patternsOf } from '../../../../renderer/screens/folders/folderDraft.ts';

describe('a new watch folder', () => {
  const draft = newFolder('f1', 'portrait-cutout');
  it('needs a path and an existing recipe', () => {
    expect(issuesOf(draft, ['portrait-cutout'])).toEqual({ path: true, recipe: false });
    expect(issuesOf({ ...draft, path: '/photos' }, [])).toEqual({ path: false, recipe: true });
  });

  it('starts with the defaults of the contract', () => {
    const chosen = { ...draft, path: '/photos' };
    expect(watchFolderSchema.parse({ id: 'f1', path: '/photos', recipeId: 'portrait-cutout' })).toEqual(chosen);
  });
});

it('reads patterns line by line, without spaces and duplicates', () => {
  expect(patternsOf(linesOf(' *.tmp \n\nrejects/**\r\n*.tmp'))).toEqual(['*.tmp', 'rejects/**']);
});

it('keeps the lines as typed, and none of an empty text', () => {
  expect(linesOf('*.tmp\n').join('\n')).toBe('*.tmp\n');
  expect(linesOf('')).toEqual([]);
});
