/** Card copies to one place or two: verified, without overwriting, and resumable. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyOptionsSchema, isVerified } from '../../../contract/intake/cards.ts';
import { type CardCopyContext, copyCard } from '../../../main/cards/copy-card.ts';
import { prepareCopy } from '../../../main/cards/plan-copy.ts';
import { portrait, sample } from '../../helpers/photograph/photographs.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { test as base } from '../../helpers/store/store-stage.ts';

const takenOn = '2017-';

interface CardStage {
  readonly card: string;
  readonly a: string;
  readonly b: string;
  /** The folder of the card with the photographs. */
  readonly camera: string;
  /** Copies the card to both places; `onRead` is called after each read, and `stopped` ends the copy. */
  copy(options?: object, more?: { onRead?(): void; stopped?: AbortSignal }): ReturnType<typeof copyCard>;
}

const test = base.extend<{ on: CardStage }>({
  on: async ({ stage }, use) => {
    const [card, a, b] = ['EOS_DIGITAL', 'shoots', 'backup'].map((name) => join(stage.folder, name)) as [
      string,
      string,
      string,
    ];
    const camera = join(card, 'DCIM', '100CANON');
    for (const folder of [camera, a, b]) mkdirSync(folder, { recursive: true });
    copyFileSync(portrait, join(camera, 'IMG_0001.JPG'));
    writeFileSync(join(camera, 'IMG_0001.CR3'), Buffer.alloc(9_000_000, 'raw'));
    writeFileSync(join(camera, 'IMG_0001.xmp'), '<x:xmpmeta/>');
    copyFileSync(sample('coffee'), join(camera, 'IMG_0002.PNG'));
    writeFileSync(join(camera, 'MVI_0003.MP4'), 'a film');
    writeFileSync(join(camera, '._IMG_0002.PNG'), 'of macOS');
    for (const name of readdirSync(camera)) utimesSync(join(camera, name), 1_700_000_000, 1_700_000_000);
    await use({
      ...{ card, a, b, camera },
      copy(options = {}, { onRead = () => undefined, stopped } = {}) {
        const read = copyOptionsSchema.parse({ from: card, to: a, second: b, subfolders: 'card', ...options });
        const context: CardCopyContext = {
          store: stage.store,
          clock: () => performance.now(),
          runWithProgress: (_, work) => work(onRead, new AbortController().signal),
        };
        return copyCard(read, context, stopped);
      },
    });
  },
});

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const all = (folder: string) =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as { name: string; isFile(): boolean }[])
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .sort();
/** Numbers of copied and of existing files in each place. */
const counts = ({ places }: Awaited<ReturnType<CardStage['copy']>>['report']) =>
  places.map(({ copied, there }) => [copied, there]);
const partials = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.'));
const names = ['IMG_0001.CR3', 'IMG_0001.JPG', 'IMG_0001.xmp', 'IMG_0002.PNG'];

test('copies photographs and their companions to both places, and nothing else', async ({ on, stage }) => {
  const { report, photographs } = await on.copy();

  expect([all(on.a), all(on.b)]).toEqual([names, names]);
  for (const name of names)
    for (const place of [on.a, on.b]) {
      expect(hash(join(place, name))).toBe(hash(join(on.camera, name)));
      expect(statSync(join(place, name)).mtimeMs).toBe(1_700_000_000_000);
    }
  expect(report).toMatchObject({ files: 4, others: 1, failedCount: 0, ending: 'whole' });
  expect(counts(report)).toEqual([
    [4, 0],
    [4, 0],
  ]);
  expect(isVerified(report)).toBe(true);
  expect(photographs.map(({ path, isNew }) => [path, isNew]).sort()).toEqual(
    names.filter((name) => !name.endsWith('xmp')).map((name) => [join(on.a, name), true]),
  );
  expect(stage.store.temporaryFiles.list()).toEqual([]);
});

test('existing files are verified, and only the rest is copied', async ({ on }) => {
  mkdirSync(join(on.a, 'x'), { recursive: true });
  copyFileSync(join(on.camera, 'IMG_0002.PNG'), join(on.a, 'IMG_0002.PNG'));
  const before = statSync(join(on.a, 'IMG_0002.PNG')).ino;

  const { report, photographs } = await on.copy();

  expect(counts(report)).toEqual([
    [3, 1],
    [4, 0],
  ]);
  expect(statSync(join(on.a, 'IMG_0002.PNG')).ino).toBe(before);
  expect(photographs.find(({ path }) => path.endsWith('IMG_0002.PNG'))?.isNew).toBe(false);
  const again = await on.copy();
  expect(counts(again.report)).toEqual([
    [0, 4],
    [0, 4],
  ]);
  expect(isVerified(again.report)).toBe(true);
});

test('a different file of that name stays, and all files of the shot get a number in both places', async ({ on }) => {
  writeFileSync(join(on.a, 'IMG_0001.JPG'), 'somebody’s own');

  const first = await on.copy();

  expect(first.report.notes.map(({ message }) => messageText(message))).toContainEqual(
    expect.stringMatching(
      /^One of the folders already contains another file named “IMG_0001.JPG”\. .*“IMG_0001-2.JPG”\.$/,
    ),
  );
  expect(readFileSync(join(on.a, 'IMG_0001.JPG'), 'utf8')).toBe('somebody’s own');
  const numbered = ['IMG_0001-2.CR3', 'IMG_0001-2.JPG', 'IMG_0001-2.xmp'];
  expect(all(on.a)).toEqual([...numbered, 'IMG_0001.JPG', 'IMG_0002.PNG']);
  expect(all(on.b)).toEqual([...numbered, 'IMG_0002.PNG']);
  await on.copy();
  expect(all(on.b)).toEqual([...numbered, 'IMG_0002.PNG']);
});

test('an XMP file edited since stays, and the one on the card is reported as not copied', {
  tags: ['long'],
}, async ({ on }) => {
  await on.copy({ second: '' });
  appendFileSync(join(on.a, 'IMG_0001.xmp'), '<!-- five stars -->');

  const { report } = await on.copy({ second: '' });

  expect(all(on.a)).toEqual(names);
  expect(report.notes.map(({ message }) => messageText(message))).toEqual([
    expect.stringContaining('“IMG_0001.xmp” in “'),
  ]);
  expect(isVerified(report)).toBe(false);
});

test('creates folders by the day photographs were taken or written', { tags: ['long'] }, async ({ on }) => {
  await on.copy({ second: '', subfolders: 'day' });
  const days = readdirSync(on.a).sort();
  expect(days).toHaveLength(2);
  expect(days[0]).toMatch(new RegExp(`^${takenOn}\\d\\d-\\d\\d$`));
  expect(readdirSync(join(on.a, days[0]!)).sort()).toEqual(names.slice(0, 3));
  expect(days[1]).toMatch(/^2023-11-1[45]$/);
});

test('two files of one name in two folders of the camera are both copied', async ({ on }) => {
  const secondFolder = join(on.card, 'DCIM', '101CANON');
  mkdirSync(secondFolder);
  copyFileSync(sample('chelsea'), join(secondFolder, 'IMG_0002.PNG'));

  const { report } = await on.copy();

  expect(all(on.a)).toEqual([...names.slice(0, 3), 'IMG_0002-2.PNG', 'IMG_0002.PNG']);
  expect(all(on.b)).toEqual(all(on.a));
  expect(isVerified(report)).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'a folder whose name has backslashes stays below each place',
  async ({ on, stage }) => {
    const name = 'a\\..\\..\\..\\ESCAPE';
    mkdirSync(join(on.card, 'DCIM', name));
    copyFileSync(sample('chelsea'), join(on.card, 'DCIM', name, 'x\\..\\y.PNG'));
    const { report } = await on.copy();
    expect(isVerified(report)).toBe(true);
    for (const place of [on.a, on.b]) expect(readdirSync(join(place, name))).toEqual(['x\\..\\y.PNG']);
    expect(readdirSync(stage.folder)).not.toContain('ESCAPE');
  },
);

test('a voice memo is copied with its photograph, under the same name', async ({ on }) => {
  writeFileSync(join(on.camera, 'IMG_0001.WAV'), 'said');
  writeFileSync(join(on.camera, 'LONE.WAV'), 'a recording');
  writeFileSync(join(on.a, 'IMG_0001.JPG'), 'somebody’s own');

  const { report, photographs } = await on.copy();

  const numbered = ['IMG_0001-2.CR3', 'IMG_0001-2.JPG', 'IMG_0001-2.WAV', 'IMG_0001-2.xmp', 'IMG_0002.PNG'];
  expect(all(on.b)).toEqual(numbered);
  expect(readFileSync(join(on.b, 'IMG_0001-2.WAV'), 'utf8')).toBe('said');
  expect(photographs.some(({ path }) => path.endsWith('.WAV'))).toBe(false);
  expect(report).toMatchObject({ files: 5, others: 2 });
  expect(isVerified(report)).toBe(true);
});

test('names that differ only in case are two photographs, each with its own companions', async ({ on }) => {
  copyFileSync(sample('chelsea'), join(on.camera, 'img_0002.PNG'));
  // On a disk that ignores case, this was the same file.
  if (readdirSync(on.camera).filter((name) => /^img_0002/i.test(name)).length === 1) return;
  writeFileSync(join(on.camera, 'img_0002.xmp'), '<x:xmpmeta/>');
  copyFileSync(sample('coffee'), join(on.camera, 'img_0002.png'));
  const added = ['img_0002.PNG', 'img_0002.png', 'img_0002.xmp'];

  const { report } = await on.copy();

  expect(report.failed).toEqual([]);
  expect(isVerified(report)).toBe(true);
  for (const place of [on.a, on.b]) {
    expect(all(place)).toEqual([...names, ...added].sort());
    for (const name of ['IMG_0002.PNG', ...added]) expect(hash(join(place, name))).toBe(hash(join(on.camera, name)));
  }
});

test('no copy leaves a place through a symbolic link', async ({ on, stage }) => {
  mkdirSync(join(on.card, 'DCIM', 'Trip'));
  copyFileSync(sample('chelsea'), join(on.card, 'DCIM', 'Trip', 'IMG_0009.PNG'));
  const elsewhere = join(stage.folder, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(on.a, 'Trip'));

  const { report } = await on.copy();

  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(join(on.b, 'Trip'))).toEqual(['IMG_0009.PNG']);
  expect(report.failed.map(({ message }) => messageText(message))).toEqual([
    expect.stringContaining('points outside the chosen folder'),
  ]);
  expect(isVerified(report)).toBe(false);
});

test('a file that changes while it is read is reported, and the others are copied', { tags: ['long'] }, async ({
  on,
}) => {
  const growing = join(on.camera, 'IMG_0002.PNG');

  const { report } = await on.copy({ second: '' }, { onRead: () => appendFileSync(growing, 'x') });

  expect([report.failedCount, all(on.a)]).toEqual([1, names.slice(0, 3)]);
  expect(messageText(report.failed[0]!.message)).toContain('“IMG_0002.PNG” changed while it was being copied');
  expect(isVerified(report)).toBe(false);
});

test('a place that becomes unavailable is not recreated as a folder, and the other one gets all files', {
  tags: ['long'],
}, async ({ on, stage }) => {
  let reads = 0;
  const onRead = () => {
    if (++reads > 1) return;
    renameSync(on.b, join(stage.folder, 'unplugged'));
    mkdirSync(on.b);
  };

  const { report } = await on.copy({}, { onRead });

  expect([all(on.a), all(on.b)]).toEqual([names, []]);
  expect(report.ending).toBe('trouble');
  expect(messageText(report.places[1]!.trouble!)).toMatch(/^Copying to “.*” was stopped\./);
  expect(isVerified(report)).toBe(false);
});

test('a copy that reads back differently is removed and reported, and the other place keeps its own', async ({
  on,
}) => {
  const onRead = () => {
    for (const name of partials(on.b)) {
      const file = openSync(join(on.b, name), 'r+');
      writeSync(file, 'x', 0);
      closeSync(file);
    }
  };

  const { report } = await on.copy({}, { onRead });

  expect([all(on.a), all(on.b)]).toEqual([names, []]);
  expect(report.failedCount).toBe(4);
  expect(messageText(report.failed[0]!.message)).toContain(
    'did not match the card when read back, so that copy was removed',
  );
  expect(isVerified(report)).toBe(false);
});

test('a removed card ends the copy, and no partial file is left', async ({ on, stage }) => {
  const pocket = join(stage.folder, 'in the pocket');
  let reads = 0;
  const onRead = () => {
    if (++reads === 3) renameSync(on.card, pocket);
  };
  for (let more = 0; more < 20; more += 1) copyFileSync(sample('chelsea'), join(on.camera, `IMG_1${more}.PNG`));

  const { report } = await on.copy({ second: '' }, { onRead });

  expect(messageText(report.trouble!)).toContain('“EOS_DIGITAL” was removed');
  expect([stage.store.temporaryFiles.list(), partials(on.a)]).toEqual([[], []]);

  renameSync(pocket, on.card);
  const again = await on.copy({ second: '' });
  expect(again.report.places[0]!.there).toBe(report.places[0]!.copied);
  expect(isVerified(again.report)).toBe(true);
});

test('keeps complete files when the user stops it', { tags: ['long'] }, async ({ on, stage }) => {
  const stop = new AbortController();

  const { report } = await on.copy({ second: '' }, { onRead: () => stop.abort(), stopped: stop.signal });

  expect(report.ending).toBe('stopped');
  expect([stage.store.temporaryFiles.list(), partials(on.a)]).toEqual([[], []]);
});

test('does not start if the arguments make no sense, and reports why', async ({ on }) => {
  const plan = async (options: object) => {
    const read = copyOptionsSchema.parse({ from: on.card, to: on.a, ...options });
    const { problem } = (await prepareCopy(read, new AbortController().signal)).plan;
    return problem && messageText(problem);
  };
  expect(await plan({})).toBeNull();
  expect(await plan({ to: join(on.card, 'DCIM') })).toContain('is on the card itself');
  expect(await plan({ second: on.a })).toContain('two different folders');
  symlinkSync(on.a, join(on.b, 'link'));
  expect(await plan({ second: join(on.b, 'link') })).toContain('two different folders');
  expect(await plan({ to: join(on.a, 'none') })).toContain('is missing');
  expect(await plan({ from: on.b })).toContain('no photographs');
  await expect(plan({ from: join(on.b, 'none') })).rejects.toThrow();
  expect(existsSync(join(on.a, 'none'))).toBe(false);
});
