/** `burnish watch` under a service manager: it works until SIGTERM and adds nothing twice. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Command, Ended } from '../../../helpers/command/command-line.ts';
import { type CommandStage, operation, test } from '../../../helpers/command/command-stage.ts';

const watchWords = ({ source, processing }: CommandStage) => ['watch', source, ...processing, '--json'];
const lines = (command: Pick<Command, 'output'>) =>
  command
    .output()
    .out.trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Stops the command in this process. */
async function stop({ ended }: { ended: Promise<Ended> }) {
  process.emit('SIGTERM', 'SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null });
}

test('processes new files, ends with 0 on SIGTERM, and adds nothing twice afterwards', async ({ stage }) => {
  await stage.photographs('there.jpg');
  const first = stage.start(...watchWords(stage));
  await expect.poll(() => lines(first).length).toBe(1);
  await stage.photographs('later.jpg');
  await expect.poll(() => lines(first).length).toBe(2);
  expect(lines(first)[1]).toMatchObject({
    file: join(stage.source, 'later.jpg'),
    state: 'done',
    documentId: expect.stringMatching(/^xmp\.did:[0-9a-f]{32}$/),
  });
  await stop(first);

  await stage.photographs('meanwhile.jpg');
  // The data folder already knows this folder.
  const second = stage.start('watch', ...stage.service, '--json');

  await expect.poll(() => lines(second).length).toBe(1);
  expect(lines(second)).toMatchObject([{ file: join(stage.source, 'meanwhile.jpg'), state: 'done' }]);
  await stop(second);
  expect([stage.uploads(), stage.results().length]).toEqual([3, 3]);
});

test('reports a missing folder, and resumes when it is back', { tags: ['long'] }, async ({ stage }) => {
  const away = join(stage.folder, 'away');
  const command = stage.spawn(...watchWords(stage));
  await stage.photographs('one.jpg');
  await expect.poll(() => lines(command).length).toBe(1);

  renameSync(stage.source, away);
  await expect.poll(() => command.output().err).toContain(stage.source);
  await expect.poll(() => command.output().err.trim().split('\n').length).toBeGreaterThan(1);
  renameSync(away, stage.source);
  await stage.photographs('two.jpg');

  await expect.poll(() => lines(command).length).toBe(2);
  expect(lines(command)[1]).toMatchObject({ file: join(stage.source, 'two.jpg'), state: 'done' });
  command.child.kill('SIGTERM');
  expect(await command.ended).toMatchObject({ code: 0, signal: null });
  expect(stage.uploads()).toBe(2);
});

const both = 'Specify a folder and --recipe, or neither to use the watch folders that are set up.';
test.for<[string[], string]>([
  [['some folder'], both],
  [['--recipe', operation], both],
  [['--out', 'some folder'], both],
  [['--no-subfolders'], both],
  [[], 'There are no watch folders yet. Specify a folder and --recipe.'],
])(
  'watch %j requires a folder with a recipe, or neither if watch folders exist',
  async ([words, message], { stage }) => {
    expect(await stage.burnish('watch', ...words)).toMatchObject({ code: 2, err: `${message}\n` });
  },
);
