/**
 * `npm run locales -- status [language…]` shows how complete each translation is, and its problems. `npm run locales --
 * placeholders` updates the types of message placeholders from the English catalog; with `--check`, it fails if they
 * are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguage, languageNames, languages } from '../contract/messages/language.ts';
import { readCatalog, readMessages, translatedNames } from './locales/catalogs.ts';
import { formatPlaceholderTypes } from './locales/placeholder-types.ts';
import { findTranslationProblems, requiredKeys } from './locales/translation-problems.ts';
import { projectRoot } from './setup/paths.ts';

const typesFile = 'contract/messages/placeholders.ts';

function showStatus(selected: readonly string[]): boolean {
  const english = readCatalog('en');
  let isComplete = true;
  for (const language of languages) {
    if (language === 'en' || (selected.length > 0 && !selected.includes(language))) continue;
    const required = requiredKeys(english, language).size;
    const problems = findTranslationProblems(english, readCatalog(language), language);
    const missing = problems.filter(({ problem }) => problem === 'is missing').length;
    const { count, total, unknown } = translatedNames(language);
    console.log(
      `${language}\t${languageNames[language]}\t${required - missing} of ${required} texts, ${count} of ${total} names`,
    );
    for (const { key, problem } of problems) console.log(`  ${key} ${problem}`);
    for (const name of unknown) console.log(`  “${name}” is not a known name`);
    if (problems.length + unknown.length > 0) isComplete = false;
  }
  return isComplete;
}

function renewPlaceholderTypes(isCheck: boolean): boolean {
  const path = join(projectRoot, typesFile);
  const source = formatPlaceholderTypes(readMessages('en').sentences);
  if (readFileSync(path, 'utf8') === source) return true;
  if (isCheck) console.error(`${typesFile} is stale: run \`npm run locales -- placeholders\`.`);
  else writeFileSync(path, source);
  return !isCheck;
}

const [command = 'status', ...args] = process.argv.slice(2);
if (command === 'status' && args.every(isLanguage)) process.exitCode = showStatus(args) ? 0 : 1;
else if (command === 'placeholders') process.exitCode = renewPlaceholderTypes(args.includes('--check')) ? 0 : 1;
else {
  console.error('Usage: npm run locales -- status [language…]\n       npm run locales -- placeholders [--check]');
  process.exitCode = 2;
}
