import { expect, it } from 'vitest';
import { bindFields, trimmed } from '../../../renderer/forms/bindFields.ts';

interface Doc {
  readonly name: string;
  readonly limit: number;
  readonly mayWait: boolean;
  readonly kind: 'copy' | 'move';
  readonly depth: 8 | 16;
  readonly credit: string | null;
}
const doc: Doc = { name: 'A', limit: 3, mayWait: true, kind: 'copy', depth: 8, credit: null };

function setUp() {
  const changes: Partial<Doc>[] = [];
  return { field: bindFields(doc, (change) => changes.push(change)), changes };
}
const typed = (value: string) => ({ currentTarget: { value } });

it('gives each kind of input the value of its field, and its test id', () => {
  const { field } = setUp();
  expect(field.text('name', 'doc-name')).toMatchObject({ value: 'A', 'data-testid': 'doc-name' });
  expect(field.number('limit', 'doc-limit')).toMatchObject({ value: 3, 'data-testid': 'doc-limit' });
  expect(field.check('mayWait', 'doc-wait')).toMatchObject({ checked: true, 'data-testid': 'doc-wait' });
  expect(field.choice('kind', 'doc-kind')).toMatchObject({ value: 'copy', 'data-testid': 'doc-kind' });
});

it('sets only the changed field', () => {
  const { field, changes } = setUp();
  field.text('name', '').onChange(typed(' B '));
  field.text('name', '', trimmed).onChange(typed(' B '));
  field.number('limit', '').onChange(7);
  field.check('mayWait', '').onChange({ currentTarget: { checked: false } });
  field.choice('kind', '').onChange('move');
  expect(changes).toEqual([{ name: ' B ' }, { name: 'B' }, { limit: 7 }, { mayWait: false }, { kind: 'move' }]);
});

it('keeps the value while a number is typed, and if nothing is chosen', () => {
  const { field, changes } = setUp();
  field.number('limit', '').onChange('');
  field.number('limit', '').onChange('-');
  field.choice('kind', '').onChange(null);
  expect(changes).toEqual([]);
});

it('accepts a field only for an input that supports all of its values, and returns no others', () => {
  const { field } = setUp();
  // @ts-expect-error only some words
  field.text('kind', '');
  // @ts-expect-error may be none
  field.text('credit', '');
  // @ts-expect-error only some numbers
  field.number('depth', '');
  // @ts-expect-error not a word
  field.choice('limit', '');
  // @ts-expect-error not one of its words
  field.choice('kind', '').onChange('link');
});
