import { Group, Kbd } from '@mantine/core';
import { keysOf, type ShortcutId } from '../../../contract/app/shortcuts.ts';
import { keyParts } from '../../commands/keys.ts';
import { useData } from '../../state/data/store.ts';

export function Keys({ shortcut }: { readonly shortcut: ShortcutId }) {
  const changed = useData((data) => data.settings.shortcuts);
  return keysOf(shortcut, changed).map((key) => (
    <Group component="span" key={key} gap={2} align="stretch" wrap="nowrap" flex="none">
      {keyParts(key).map((part) => (
        <Kbd key={part}>{part}</Kbd>
      ))}
    </Group>
  ));
}
