import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMessages } from '../../../scripts/locales/catalogs.ts';
import { formatPlaceholderTypes } from '../../../scripts/locales/placeholder-types.ts';

const propertiesOf = (sentences: Record<string, string>) =>
  formatPlaceholderTypes(sentences).split('\n').slice(2, -2).join('\n');

it('lists the placeholders of all forms and variants of a key, and the count of a plural', () => {
  const sentences = {
    'a.plain': 'Nothing.',
    'a.named': '{{name}} and {{other}}, {{name}}',
    'a.plural_one': 'One file',
    'a.plural_other': 'Files in {{folder}}',
    'a.told': 'Open it.',
    'a.told_terminal': 'Run {{command}}.',
    paragraph: '{{messages}}',
  };
  expect(propertiesOf(sentences)).toBe(
    [
      "  'a.named': 'name' | 'other';",
      "  'a.plural': 'count' | 'folder';",
      "  'a.told': 'command';",
      "  paragraph: 'messages';",
    ].join('\n'),
  );
});

it('wraps a long line', () => {
  const names = ['first', 'second', 'third'].map((name) => name.repeat(8));
  expect(propertiesOf({ 'a.long': names.map((name) => `{{${name}}}`).join(' ') })).toBe(
    `  'a.long':\n${names.map((name) => `    | '${name}'`).join('\n')};`,
  );
});

it('matches the file', () => {
  const file = join(import.meta.dirname, '../../../contract/messages/placeholders.ts');
  expect(readFileSync(file, 'utf8')).toBe(formatPlaceholderTypes(readMessages('en').sentences));
});
