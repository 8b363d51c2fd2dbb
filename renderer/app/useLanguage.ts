/** Keeps the language as the settings say. */
import { useEffect, useState } from 'react';
import { readingOf } from '../../contract/messages/language.ts';
import { setLanguage } from '../locales/setup.ts';
import { applyChanges, currentData, useData } from '../state/data/store.ts';

/** False until the window speaks it for the first time. */
export function useLanguage(): boolean {
  const chosen = useData((data) => data.settings.language);
  const system = useData((data) => data.about.languages);
  const [isSpoken, setSpoken] = useState(false);
  useEffect(() => {
    let isLast = true;
    // Better in English than not at all.
    void setLanguage(readingOf(system, chosen)).finally(() => {
      if (!isLast) return;
      applyChanges({ profiles: currentData().profiles });
      setSpoken(true);
    });
    return () => {
      isLast = false;
    };
  }, [chosen, system]);
  return isSpoken;
}
