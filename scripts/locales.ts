/**
 * `npm run locales -- status`: how whole each translation is, and what is wrong with it. English is written in TypeScript beside
 * the code (`renderer/locales/en/`, `contract/messages/`), whose types know every key; the other languages are data (JSON).
 */
import { languageNames, languages } from '../contract/messages/language.ts';
import { english, translatedNames, translation } from './locales/catalogs.ts';
import { findTranslationProblems, wantedKeys } from './locales/translation-problems.ts';

const [command = 'status', ...only] = process.argv.slice(2);
if (command !== 'status') {
  console.error('npm run locales -- status [language…]');
  process.exit(2);
}

let isComplete = true;
for (const language of languages) {
  if (language === 'en' || (only.length > 0 && !only.includes(language))) continue;
  const wanted = wantedKeys(english, language).size;
  const faults = findTranslationProblems(english, translation(language), language);
  const missing = faults.filter(({ problem }) => problem === 'is missing').length;
  const { count, total, unknown } = translatedNames(language);
  console.log(
    `${language}\t${languageNames[language]}\t${wanted - missing} of ${wanted} texts, ${count} of ${total} names`,
  );
  for (const { key, problem } of faults) console.log(`  ${key} ${problem}`);
  for (const name of unknown) console.log(`  “${name}” is the name of nothing`);
  if (faults.length + unknown.length > 0) isComplete = false;
}
process.exitCode = isComplete ? 0 : 1;
