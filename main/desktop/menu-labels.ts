/** The words of menus and tray, which follow the settings. */
import log from 'electron-log/node.js';
import type { ChangedKeys } from '../../contract/app/shortcuts.ts';
import { readingOf } from '../../contract/messages/language.ts';
import { setReading } from '../../contract/messages/translator.ts';
import type { Store } from '../store/index.ts';

/** Draws menus with the keys and in the language of the settings, and again when these change. */
export function keepMenusCurrent(
  { settings, changes }: Store,
  languages: readonly string[],
  draw: (keys: ChangedKeys) => void,
): { stop(): void } {
  const wanted = () => {
    const { language, shortcuts } = settings.read();
    return { language, shortcuts };
  };
  let drawn = wanted();
  draw(drawn.shortcuts);
  const stop = changes.subscribe(({ lists, foreign }) => {
    if (!foreign && !lists.has('settings')) return;
    const now = wanted();
    if (JSON.stringify(now) === JSON.stringify(drawn)) return;
    drawn = now;
    setReading(readingOf(languages, now.language)).then(
      () => draw(now.shortcuts),
      (fault) => log.warn('The language could not be changed', fault),
    );
  });
  return { stop };
}
