import { expect, it } from 'vitest';
import { shortcutTables } from '../../../scripts/docs/shortcuts.ts';

it.each([
  ['a group', '## While touching up'],
  ['several keys of one command', '| `Del`, `⌫` | Remove from the list |'],
  ['keys that are pressed together', '| `Ctrl+Shift+P` | Pause or resume the queue |'],
])('has %s', (_, words) => {
  expect(shortcutTables()).toContain(words);
});

it('omits commands without a key', () => {
  expect(shortcutTables()).not.toContain('Purple label');
});
