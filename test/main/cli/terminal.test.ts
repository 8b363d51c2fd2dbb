import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { startScriptedServer } from '../../helpers/service/scripted-server.ts';

const hostile = '\x1b[2J\x1b]0;x\x07\x9b31m\u202e\nburnish: 9 done';

const burnish = (...words: string[]) => runInProcess(words, { TEST_KEY: 'key' }).ended;

/** Characters that lines of both streams must not contain. */
const obeyed = /[^\P{Cc}\n]|\p{Bidi_Control}|^burnish: 9 done/mu;

// Windows allows no such names.
describe.skipIf(process.platform === 'win32')('names on the terminal', () => {
  it('are escaped by every command, and complete in JSON', async () => {
    const folder = scratchFolder();
    const data = ['--data', join(folder, 'data')];
    const server = await startScriptedServer();
    onTestFinished(() => server.close());
    const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
    const photographs = join(folder, `in${hostile}`);
    mkdirSync(photographs);
    const [cut, notes] = [join(photographs, `cut${hostile}.jpg`), join(photographs, `notes${hostile}.jpg`)];
    writeFileSync(cut, Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'));
    writeFileSync(notes, '');
    const words = [
      'run',
      photographs,
      '--recipe',
      'Portrait cutout',
      '--out',
      join(folder, 'out'),
      ...service,
      ...data,
    ];

    const result = await burnish(...words, '--json');
    expect(result.out + result.err).not.toMatch(obeyed);
    expect(
      result.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ file: cut, state: 'failed' }]);
    expect(result.err).toContain('notes\\x1b[2J\\x1b]0;x\\x07\\x9b31m\\u202e\\nburnish: 9 done.jpg');

    const status = await burnish('status', ...data);
    expect(status.out).toContain('cut\\x1b[2J');
    expect(status.out + status.err).not.toMatch(obeyed);
    const json = await burnish('status', '--json', ...data);
    expect(json.out).not.toMatch(obeyed);
    expect(JSON.parse(json.out)).toMatchObject({ troubles: [{ file: cut }] });

    const again = await burnish('retry', ...service, ...data);
    expect(again.out).toContain('cut\\x1b[2J');
    expect(again.out + again.err).not.toMatch(obeyed);
  });

  it('are escaped in usage errors', async () => {
    for (const words of [[`--${hostile}`], ['run', 'x', '--recipe', hostile]]) {
      const { out, err } = await burnish(
        ...words,
        ...(words.length > 1 ? ['--data', join(scratchFolder(), 'data')] : []),
      );
      expect(err).toContain('\\x1b[2J');
      expect(out + err).not.toMatch(obeyed);
    }
  });
});
