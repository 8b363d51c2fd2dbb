/** The keys of a command, as they are on the keyboard. */
import { Kbd } from '@mantine/core';
import { keysOf, type ShortcutId } from '../../contract/app/shortcuts.ts';
import { keyParts } from '../commands/keys.ts';
import { useData } from '../state/data/store.ts';
import classes from './HelpModal.module.css';

export function Keys({ shortcut }: { readonly shortcut: ShortcutId }) {
  const changed = useData((data) => data.settings.shortcuts);
  return keysOf(shortcut, changed).map((key) => (
    <span key={key} className={classes.key}>
      {keyParts(key).map((part) => (
        <Kbd key={part}>{part}</Kbd>
      ))}
    </span>
  ));
}
