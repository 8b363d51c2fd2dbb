import { describe, expect, it } from 'vitest';
import { recipeSchema, starterRecipes } from '../../../../contract/recipes/recipe.ts';
import {
  acceptSaved,
  type Draft,
  discardDraft,
  editDraft,
  isEdited,
  isEqualStored,
  mergeStored,
  startDraft,
} from '../../../../renderer/state/forms/draft.ts';

interface Doc {
  readonly name: string;
  readonly size: number;
  readonly tags: readonly string[];
}
const doc = (name: string, size = 1): Doc => ({ name, size, tags: ['a'] });
type Step = (draft: Draft<Doc>) => Draft<Doc>;
const edit =
  (value: Doc): Step =>
  (draft) =>
    editDraft(draft, value);
const answer =
  (value: Doc): Step =>
  (draft) =>
    acceptSaved(draft, value);
const push =
  (value: Doc): Step =>
  (draft) =>
    mergeStored(draft, value);

const known = startDraft(doc('A'), false);
const fresh = startDraft(doc('A'), true);

describe.each<[what: string, from: Draft<Doc>, steps: Step[], value: Doc, isNew: boolean, isEdited: boolean]>([
  ['as it was opened', known, [], doc('A'), false, false],
  ['edited', known, [edit(doc('B'))], doc('B'), false, true],
  ['saved, before main tells of it', known, [edit(doc('B')), answer(doc('B'))], doc('B'), false, false],
  ['saved, and told', known, [edit(doc('B')), answer(doc('B')), push(doc('B'))], doc('B'), false, false],
  ['told before the answer', known, [edit(doc('B')), push(doc('B')), answer(doc('B'))], doc('B'), false, false],
  [
    'saved, and told the old once more',
    known,
    [edit(doc('B')), answer(doc('B')), push(doc('A'))],
    doc('B'),
    false,
    false,
  ],
  ['edited between answer and push', known, [edit(doc('B')), answer(doc('B')), edit(doc('C'))], doc('C'), false, true],
  [
    'edited between answer and push, and told',
    known,
    [edit(doc('B')), answer(doc('B')), edit(doc('C')), push(doc('B'))],
    doc('C'),
    false,
    true,
  ],
  ['edited while the save was under way', known, [edit(doc('C')), answer(doc('B'))], doc('C'), false, true],
  ['edited back', known, [edit(doc('B')), edit(doc('A'))], doc('A'), false, false],
  ['edited to what main then tells', known, [edit(doc('B')), push(doc('B'))], doc('B'), false, false],
  ['changed elsewhere while clean', known, [push(doc('Z', 9))], doc('Z', 9), false, false],
  ['changed elsewhere while edited', known, [edit(doc('B')), push(doc('Z', 9))], doc('B', 9), false, true],
  ['stored in a tidier form', known, [edit(doc('B ')), answer(doc('B ')), push(doc('B'))], doc('B'), false, false],
  ['new', fresh, [], doc('A'), true, false],
  ['new and saved', fresh, [answer(doc('A'))], doc('A'), false, false],
  ['new, saved and told', fresh, [edit(doc('B')), answer(doc('B')), push(doc('B'))], doc('B'), false, false],
  ['new and told before the answer', fresh, [edit(doc('B')), push(doc('B'))], doc('B'), false, false],
])('a form %s', (_, from, steps, value, isNew, hasEdits) => {
  const draft = steps.reduce((now, step) => step(now), from);
  it(`shows ${value.name} ${value.size}, ${isNew ? 'new' : 'stored'}, ${hasEdits ? 'edited' : 'clean'}`, () => {
    expect(draft.value).toEqual(value);
    expect(draft.isNew).toBe(isNew);
    expect(isEdited(draft)).toBe(hasEdits);
  });
  it('is clean when its edits are discarded', () => expect(isEdited(discardDraft(draft))).toBe(false));
});

it('keeps the identity of the value if a push brings no change', () => {
  const draft = acceptSaved(editDraft(known, doc('B')), doc('B'));
  expect(mergeStored(draft, doc('B')).value).toBe(draft.value);
});

it('discards to the last saved value, not to the opened one', () => {
  const draft = editDraft(acceptSaved(editDraft(known, doc('B')), doc('B')), doc('C'));
  expect(discardDraft(draft).value).toEqual(doc('B'));
});

describe('isEqualStored', () => {
  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: { x: 1, y: [1, { p: 1, q: 2 }] } }, { a: { y: [1, { q: 2, p: 1 }], x: 1 } }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: null }, {}, false],
    [['a', 'b'], ['b', 'a'], false],
    [{ a: '1' }, { a: 1 }, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isEqualStored(a, b)).toBe(expected);
  });

  it.each(starterRecipes.map((each) => [each.name, each] as const))(
    '%s is equal to itself, stored and read',
    (_, each) => {
      expect(isEqualStored(each, recipeSchema.parse(JSON.parse(JSON.stringify(each))))).toBe(true);
    },
  );
});
