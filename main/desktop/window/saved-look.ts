import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import type { Settings } from '../../../contract/app/settings.ts';
import { isLanguage, type Language, readingOf } from '../../../contract/messages/language.ts';
import type { Store } from '../../store/index.ts';

type Look = Pick<Settings, 'appearance' | 'language'>;

/** Appearance and language, also saved in a file because the first paint does not wait for the database. */
export interface SavedLook {
  readonly language: Language;
  /** Saves appearance and language now, and whenever the settings change. */
  follow(store: Pick<Store, 'settings' | 'changes'>): void;
}

/** Reads the file and sets the window's appearance. Electron must be ready. */
export function openSavedLook(dataDir: string): SavedLook {
  const file = join(dataDir, 'look.json');
  let look = readLook(file);
  nativeTheme.themeSource = look.appearance;

  function save({ appearance, language }: Look): void {
    if (appearance === look.appearance && language === look.language) return;
    look = { appearance, language };
    nativeTheme.themeSource = appearance;
    try {
      writeFileSync(file, JSON.stringify(look), { mode: 0o600 });
    } catch {
      // The next start is painted with the former look.
    }
  }

  return {
    get language() {
      const { language } = readingOf(app.getPreferredSystemLanguages(), look.language);
      return isLanguage(language) ? language : 'en';
    },
    follow({ settings, changes }) {
      save(settings.read());
      changes.subscribe(({ lists, foreign }) => {
        if (foreign || lists.has('settings')) save(settings.read());
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
