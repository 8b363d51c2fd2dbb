/** The words of menus and tray, which follow the settings. */
import log from 'electron-log/node.js';
import { readingOf } from '../../../contract/messages/language.ts';
import { setReading } from '../../../contract/messages/translator.ts';
import type { Store } from '../../store/index.ts';
import type { MenuState } from './menu.ts';

/** Settings that menus depend on. */
type MenuSettings = Omit<MenuState, 'hasSecondDisplay'>;

/** Draws menus by the settings, and again when these change. */
export function keepMenusCurrent(
  { settings, changes }: Store,
  languages: readonly string[],
  draw: (settings: MenuSettings) => void,
): { redraw(): void; stop(): void } {
  const wanted = () => {
    const { language, shortcuts, lastGallery, studio } = settings.read();
    return { language, shortcuts, hasGallery: lastGallery !== null, isInStudio: studio !== null };
  };
  let drawn = wanted();
  draw(drawn);
  const stop = changes.subscribe(({ lists, foreign }) => {
    if (!foreign && !lists.has('settings')) return;
    const now = wanted();
    if (JSON.stringify(now) === JSON.stringify(drawn)) return;
    drawn = now;
    setReading(readingOf(languages, now.language)).then(
      () => draw(now),
      (fault) => log.warn('The language could not be changed', fault),
    );
  });
  return { redraw: () => draw(drawn), stop };
}
