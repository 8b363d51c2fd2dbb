/**
 * `npm run check`: compares each revised room with its ceilings in `rooms/ceilings.json`, which may only fall. A
 * ceiling that is far too high fails too. `node scripts/check-rooms.ts <folder>` prints all pattern hits in a folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { type FileMeasure, measureFile } from './rooms/measure-file.ts';
import { type Ceilings, ceilingProblems, type MeasuredFile, type RoomMeasure, sumRoom } from './rooms/room-measure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Written by `npm run locales -- placeholders`. */
const generatedFile = 'contract/messages/placeholders.ts';
const ceilingsFile = 'scripts/rooms/ceilings.json';
const ceilings = JSON.parse(readFileSync(`${root}${ceilingsFile}`, 'utf8')) as Readonly<Record<string, Ceilings>>;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      path !== '' &&
      !path.startsWith('test/') &&
      !path.endsWith('.d.ts') &&
      path !== generatedFile &&
      existsSync(`${root}${path}`),
  );
const measures = new Map<string, FileMeasure>(
  [...new Set(sources)].map((path) => [path, measureFile(path, readFileSync(`${root}${path}`, 'utf8'))]),
);
const importers = new Map<string, Set<string>>();
for (const [path, { imports }] of measures) {
  for (const specifier of imports) {
    const target = join(dirname(path), specifier);
    importers.set(target, (importers.get(target) ?? new Set()).add(path));
  }
}

const filesIn = (room: string): MeasuredFile[] =>
  [...measures].flatMap(([path, measure]) =>
    path.startsWith(`${room}/`) ? { path, ...measure, importerCount: importers.get(path)?.size ?? 0 } : [],
  );

const folder = process.argv[2]?.replace(/\/$/, '');
if (folder === undefined) checkAll();
else printFolder(folder);

function checkAll(): void {
  const rooms = Object.entries(ceilings).map(([name, ceiling]) => ({ name, ceiling, measure: sumRoom(filesIn(name)) }));
  const problems = rooms.flatMap(({ name, ceiling, measure }) => ceilingProblems(name, measure, ceiling));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`The ceilings are in ${ceilingsFile}; \`node scripts/check-rooms.ts <room>\` shows each place.`);
    process.exitCode = 1;
  }
  console.log(`Rooms: ${rooms.length} revised, ${rooms.reduce((sum, { measure }) => sum + measure.files, 0)} files.`);
}

function printFolder(name: string): void {
  const files = filesIn(name);
  for (const { path, hits, longFunctions } of files) {
    for (const { line, pattern, text, advice } of hits)
      console.log(`${path}:${line} ${pattern} “${text}”: write ${advice}`);
    for (const { line, name: title, lineCount } of longFunctions)
      console.log(`${path}:${line} ${title} has ${lineCount} lines`);
  }
  const measure = sumRoom(files);
  for (const path of measure.fragments) console.log(`${path} is a fragment with one importer`);
  console.log(describe(measure));
}

function describe({ files, lines, medianLines, score, words, fragments, longFunctions }: RoomMeasure): string {
  return `${files} files, ${lines} lines, median ${medianLines}; score ${score}, ${words} comment words per 100 lines, ${fragments.length} fragments, ${longFunctions} long functions`;
}
