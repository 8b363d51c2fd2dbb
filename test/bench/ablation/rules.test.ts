import { expect, test } from 'vitest';
import { rules } from './rules.ts';
import { edited, sourceOf } from './switched.ts';

test.each(rules)('switches off $name', ({ edits }) => {
  for (const edit of edits) {
    const source = sourceOf(edit.file);
    expect(source.split(edit.from), `${edit.file}: ${edit.from}`).toHaveLength(2);
    expect(edited(source, edit)).not.toBe(source);
  }
});

test('rejects a rule whose text is missing', () => {
  expect(() => edited('const a = 1;', { file: 'a.ts', from: 'const b', to: '' })).toThrow('a.ts has no “const b”');
});
