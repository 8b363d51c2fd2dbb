/**
 * `npm run check`: checks the naming rules of CONTRIBUTING.md. `naming/exceptions.txt` lists names that are older than
 * the rules, one per line. The list may only shrink: a bad name that is not listed fails, and so does an obsolete line.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findDeclarations } from './naming/declarations.ts';
import { baseName, checkDeclaration, findRepeatedNames, isBadFileName } from './naming/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const exceptionsFile = 'scripts/naming/exceptions.txt';

/** A family of requests has the same base name twice: for its declarations and its handlers. */
const requestFamilies = /^(?:preload|main\/ipc)\/requests\//;

/** Limit for base names that occur more than once, outside tests and request families. */
const maxRepeatedNames = 45;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => path !== '' && !path.startsWith('test/') && !path.endsWith('.d.ts') && existsSync(`${root}${path}`),
  );

/** Violations in the format of the exceptions file, each with its places. */
const broken = new Map<string, string[]>();
const report = (line: string, place: string) => broken.set(line, [...(broken.get(line) ?? []), place]);
for (const path of sources) {
  if (isBadFileName(baseName(path))) report(`file ${path}`, path);
  for (const declaration of findDeclarations(path, readFileSync(`${root}${path}`, 'utf8'))) {
    const { name, line } = declaration;
    for (const rule of checkDeclaration(declaration)) report(`${rule} ${path} ${name}`, `${path}:${line} ${name}`);
  }
}

const exceptions = readFileSync(`${root}${exceptionsFile}`, 'utf8').split('\n').filter(Boolean);
const listed = new Set(exceptions);
const problems = [...broken].flatMap(([line, places]) =>
  listed.has(line) ? [] : places.map((place) => `${place}: rule "${line.split(' ', 1)[0]}"`),
);
const stale = exceptions
  .filter((line) => !broken.has(line))
  .map((line) => `${exceptionsFile}: remove "${line}", which no longer applies`);
const repeated = findRepeatedNames(sources.filter((path) => !requestFamilies.test(path)));
if (repeated.length > maxRepeatedNames)
  problems.push(
    `${repeated.length} base names occur more than once, at most ${maxRepeatedNames} may: ${repeated.join(', ')}`,
  );

for (const problem of [...problems, ...stale]) console.error(problem);
if (problems.length > 0) console.error('See the rules in CONTRIBUTING.md, "Names".');
console.log(
  `Names: ${sources.length} files, ${exceptions.length} exceptions left, ${repeated.length} repeated base names.`,
);
if (problems.length + stale.length > 0) process.exitCode = 1;
