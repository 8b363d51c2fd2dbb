/** The tables of keys in docs/shortcuts.md. */
import { keyParts } from '../../contract/app/key-labels.ts';
import { type ShortcutId, shortcutIds, shortcuts } from '../../contract/app/shortcuts.ts';
import en from '../../renderer/locales/en.json' with { type: 'json' };

type Group = keyof typeof en.commands;

const groupOf = (id: ShortcutId) => id.slice(0, id.indexOf('.')) as Group;

function row(id: ShortcutId): string {
  const name = (en.commands[groupOf(id)] as Readonly<Record<string, string>>)[id.slice(id.indexOf('.') + 1)];
  const keys = shortcuts[id].keys.map((key) => `\`${keyParts(key, false).join('+')}\``);
  return `| ${keys.join(', ')} | ${name} |`;
}

/** Returns a heading and a table for each group of commands with keys. */
export function shortcutTables(): string {
  const withKeys = shortcutIds.filter((id) => shortcuts[id].keys.length > 0);
  return [...Map.groupBy(withKeys, groupOf)]
    .map(([group, ids]) =>
      [`## ${en.help.groups[group]}`, '', '| keys | command |', '| --- | --- |', ...ids.map(row)].join('\n'),
    )
    .join('\n\n');
}
