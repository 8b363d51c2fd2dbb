/** The keys of the window's commands, as the application menu shows them and hears them where the page does not. */
import { type ChangedKeys, type CommandId, keysOf } from '../../../contract/app/shortcuts.ts';

const names: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
};

/** The first key of a command that writes nothing, in Electron's words: a menu would take any other from what is typed. */
export function acceleratorOf(id: CommandId, changed: ChangedKeys): string | undefined {
  const key = keysOf(id, changed).find((each) => /^Mod\+|^(Alt\+|Shift\+)*F\d+$/.test(each));
  return key
    ?.split(/\+(?!$)/)
    .map((part) => names[part] ?? part)
    .join('+');
}
