/** Appearance and language of the settings, in a file too, because the first paint does not wait for the database. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import type { Settings } from '../../../contract/app/settings.ts';
import { isLanguage, type Language, readingOf } from '../../../contract/messages/language.ts';
import type { Store } from '../../store/index.ts';

type Look = Pick<Settings, 'appearance' | 'language'>;

export interface SavedLook {
  readonly language: Language;
  /** Saves appearance and language, now and after each change of the settings. */
  follow(store: Pick<Store, 'settings' | 'changes'>): void;
}

/** Sets the appearance of the window. Call it when Electron is ready. */
export function openSavedLook(dataDir: string): SavedLook {
  const file = join(dataDir, 'look.json');
  let look = readLook(file);
  nativeTheme.themeSource = look.appearance;

  function keep({ appearance, language }: Look): void {
    if (appearance === look.appearance && language === look.language) return;
    look = { appearance, language };
    nativeTheme.themeSource = appearance;
    try {
      writeFileSync(file, JSON.stringify(look), { mode: 0o600 });
    } catch {
      // The next start is painted as the system looks, until the settings are read.
    }
  }

  return {
    get language() {
      const { language } = readingOf(app.getPreferredSystemLanguages(), look.language);
      return isLanguage(language) ? language : 'en';
    },
    follow({ settings, changes }) {
      keep(settings.read());
      changes.subscribe(({ lists, foreign }) => {
        if (foreign || lists.has('settings')) keep(settings.read());
      });
    },
  };
}

function readLook(file: string): Look {
  try {
    const { appearance, language }: Partial<Look> = JSON.parse(readFileSync(file, 'utf8'));
    return {
      appearance: appearance === 'light' || appearance === 'dark' ? appearance : 'system',
      language: typeof language === 'string' && isLanguage(language) ? language : null,
    };
  } catch {
    return { appearance: 'system', language: null };
  }
}
