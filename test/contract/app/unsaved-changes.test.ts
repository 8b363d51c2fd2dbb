import { expect, it } from 'vitest';
import { closeStateSchema } from '../../../contract/app/unsaved-changes.ts';

const named = (name: string) =>
  closeStateSchema.safeParse({ forms: [{ kind: 'recipe', name }], unsaved: 0, saving: false, waiting: false }).data
    ?.forms[0]?.name;

it('cleans names for a dialog, and rejects names that would fill it', () => {
  expect(named('Été 2026')).toBe('Été 2026');
  expect(named('a\nb\u0000c\u202ed')).toBe('a b cd');
  expect(named('x'.repeat(201))).toBeUndefined();
});
