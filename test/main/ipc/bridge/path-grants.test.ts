import { beforeEach, describe, expect, it } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { grantIdSchema } from '../../../../contract/validation/path-grant.ts';
import { type Grants, openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

let grants: Grants;
beforeEach(() => {
  grants = openGrants();
});

const readOf = (id: string) => grants.spending('page', (read) => read(id, 'folder'));

it('a grant gives its paths once', () => {
  const id = grants.give('page', 'photographs', ['/a', '/b']);
  expect(grants.take('page', 'photographs', id)).toEqual(['/a', '/b']);
  expect(() => grants.take('page', 'photographs', id)).toThrow(UserError);
});

it('is random, and never a path', () => {
  const ids = Array.from({ length: 100 }, () => grants.give('page', 'folder', ['/a']));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(grantIdSchema.parse(id)).toBe(id);
});

it.each([
  ['another page', 'other', 'folder'],
  ['another purpose', 'page', 'photographs'],
] as const)('is worthless to %s', (_, sender, purpose) => {
  const id = grants.give('page', 'folder', ['/a']);
  expect(() => grants.take(sender, purpose, id)).toThrow(UserError);
  expect(() => grants.spending(sender, (read) => read(id, purpose))).toThrow(UserError);
  expect(() => grants.reader(sender)(id, purpose)).toThrow(UserError);
  expect(readOf(id)).toBe('/a');
});

describe('in a form', () => {
  it('is spent when the form is stored, and not when it is rejected', () => {
    const { id } = grants.giveOne('page', 'folder', '/a');
    const refused = () =>
      grants.spending('page', (read) => {
        read(id, 'folder');
        throw new UserError(msg('app.chooseRecipe'));
      });
    expect(refused).toThrow(matchingError(/recipe/));
    expect(readOf(id)).toBe('/a');
    expect(() => readOf(id)).toThrow(UserError);
  });

  it('can be in two fields of it', () => {
    const { id } = grants.giveOne('page', 'folder', '/a');
    expect(grants.spending('page', (read) => [read(id, 'folder'), read(id, 'folder')])).toEqual(['/a', '/a']);
  });

  it('is read for a preview without being spent', () => {
    const { id } = grants.giveOne('page', 'reference', '/brow.jpg');
    const read = grants.reader('page');
    expect([read(id, 'reference'), read(id, 'reference')]).toEqual(['/brow.jpg', '/brow.jpg']);
    expect(grants.spending('page', (reading) => reading(id, 'reference'))).toBe('/brow.jpg');
  });
});

it.each([
  '/etc',
  'C:\\Windows',
  '\\\\server\\share',
  '\\\\?\\C:\\',
  '\\\\.\\PhysicalDrive0',
  '//server/share',
  '',
  'grant:x',
])('a path is rejected unless it is stored in that field: %j', (path) => {
  expect(() => readOf(path)).toThrow(UserError);
  expect(() => grants.spending('page', (read) => read(path, 'folder', ['/other', null]))).toThrow(UserError);
  expect(grants.spending('page', (read) => read(path, 'folder', ['/other', path]))).toBe(path);
});

it('a network path is valid if the user has chosen it', () => {
  const { id } = grants.giveOne('page', 'folder', '\\\\server\\share');
  expect(readOf(id)).toBe('\\\\server\\share');
});

it('forgets the oldest if a page leaves thousands unused', () => {
  const first = grants.give('page', 'folder', ['/first']);
  for (let index = 0; index < 1000; index += 1) grants.give('page', 'folder', [`/${index}`]);
  expect(() => readOf(first)).toThrow(UserError);
});
