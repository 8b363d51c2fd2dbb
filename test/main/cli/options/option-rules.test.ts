/** An option without effect is rejected before anything is sent or written. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireExactlyOne } from '../../../../main/cli/options/option-rules.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
const to = join(folder, 'out');

it.each([
  ['export --to OUT --background #101010', '--background has no effect without one of these: --size, --format jpeg.'],
  ['export --to OUT --format png --background #101010', /^--background has no effect without one of these/],
  ['export --to OUT --format jpeg --background whit', /--background/],
  ['export --to OUT --enlarge', '--enlarge has no effect without one of these: --side, --size.'],
  ['export --to OUT --sharpen screen', '--sharpen has no effect without one of these: --side, --size.'],
  ['export --to OUT --side 400 --size 40x40', '--side has no effect with --size.'],
  ['export --to OUT --quality 80', '--quality has no effect without one of these: --format, --side, --size, --color.'],
  ['export --to OUT --quality 80 --format png', '--quality has no effect with --format png.'],
  ['export --to OUT --most-kb 80 --format webp', '--most-kb has no effect with --format webp.'],
  ['export --to OUT --keep none --without camera', '--without has no effect with --keep none.'],
  ['export --to OUT --no-decisions --rejected-as-rating', '--rejected-as-rating has no effect with --no-decisions.'],
  ['export --to OUT --rows 3', '--rows has no effect without one of these: --as sheet, --as sheetPictures.'],
  ['export --to OUT --as csv --quality 80', '--quality has no effect without --as files.'],
  [
    'export --to OUT --as json --csv-separator tab',
    '--csv-separator has no effect without one of these: --as csv, --as report.',
  ],
  ['export --to OUT --as outputs', /^--to has no effect without one of these: --as files, /],
  ['export --to OUT --move --format jpeg', '--format has no effect with --move.'],
  ['export --to OUT --move --title Spring', '--title has no effect with --move.'],
  ['run --again-with own --again', '--again has no effect without [paths...].'],
  ['run --again-with own --no-subfolders', '--no-subfolders has no effect without [paths...].'],
  ['run IN --recipe headshot-background-removal --query-path /x', '--query-path has no effect without --service.'],
  ['services --query-method POST', '--query-method has no effect without --service.'],
  [
    'services --service http://127.0.0.1:1 --query-body json',
    '--query-body has no effect without --query-method POST.',
  ],
  ['run IN --recipe headshot-background-removal --no-studio --name Two', '--name has no effect with --no-studio.'],
  [
    'run IN --recipe headshot-background-removal --key-env HOME',
    /^Use --service to specify the service this key is for\./,
  ],
  [
    'products list.csv IN --recipe headshot-background-removal --csv-separator tab',
    '--csv-separator has no effect without --csv.',
  ],
  [
    'products list.csv IN --recipe headshot-background-removal --csv x.csv --estimate',
    '--csv has no effect with --estimate.',
  ],
  ['copy IN --to OUT --out OUT', '--out has no effect without --recipe.'],
  ['copy IN --to OUT --max-credits 5', '--max-credits has no effect without --recipe.'],
  ['retry --poll-interval 5', '--poll-interval has no effect without --service.'],
  ['picks file.json --dry-run --take-over', '--take-over has no effect with --dry-run.'],
  ['check amazon-main a.jpg --json --csv', '--json has no effect with --csv.'],
  ['check amazon-main a.jpg --csv-separator tab', '--csv-separator has no effect without --csv.'],
  ['check amazon-main a.jpg --rules', '[files...] has no effect with --rules.'],
  ['costs --csv-separator tab', '--csv-separator has no effect without --csv.'],
  ['costs --by batch --json', '--by has no effect with --json.'],
  ['costs --csv --forget', '--csv has no effect with --forget.'],
  ['recipes list web', '[words...] has no effect without one of these: export, import.'],
  ['studio pause --no-studio --ca x.pem', '--ca has no effect with --no-studio.'],
])('rejects %s', async (line, expected) => {
  const words = line.split(' ').map((word) => ({ OUT: to, IN: folder })[word] ?? word);
  const { code, err } = await runInProcess([...words, '--data', join(folder, 'data')]).ended;
  if (typeof expected === 'string') expect(err.trim()).toBe(expected);
  else expect(err).toMatch(expected);
  expect(code).toBe(2);
  expect(readdirSync(folder)).not.toContain('out');
});

it.each([
  'export --to OUT --size 40x40 --background #101010',
  'export --to OUT --format jpeg --quality 80',
  'export --to OUT --format jpeg --background #101010',
  'export --to OUT --side 300 --sharpen screen --enlarge',
  'export --to OUT --as sheet --rows 3 --columns 2 --studio Light',
  'export --to OUT --move --no-decisions --keep-location',
  'costs --csv --csv-separator tab',
  'costs --by batch',
  'recipes',
])('accepts %s', async (line) => {
  const words = line.split(' ').map((word) => (word === 'OUT' ? to : word));
  const { err } = await runInProcess([...words, '--data', join(folder, 'data')]).ended;
  expect(err).not.toContain('has no effect');
});

it.each([
  [{ '--job <number>': 1, '--cause <cause>': undefined, '--all': undefined }, null],
  [{ '--job <number>': undefined, '--cause <cause>': '', '--all': undefined }, null],
  [{ '--job <number>': undefined, '--all': undefined }, 'Specify exactly one: --job <number> or --all.'],
  [
    { '--job <number>': 1, '--cause <cause>': 'X', '--all': undefined },
    'Specify exactly one: --job <number>, --cause <cause> or --all.',
  ],
])('one of %j is required', (options, message) => {
  if (message === null) expect(() => requireExactlyOne(options)).not.toThrow();
  else expect(() => requireExactlyOne(options)).toThrow(matchingError(message));
});
