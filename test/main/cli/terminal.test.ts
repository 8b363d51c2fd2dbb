import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Ended } from '../../helpers/command/command-line.ts';
import { test } from '../../helpers/command/command-stage.ts';

const hostile = '\x1b[2J\x1b]0;x\x07\x9b31m\u202e\nburnish: 9 done';

/** Characters that lines of both streams must not contain. */
const obeyed = /[^\P{Cc}\n]|\p{Bidi_Control}|^burnish: 9 done/mu;
const expectEscaped = ({ out, err }: Ended) => expect(out + err).not.toMatch(obeyed);

// Windows allows no such names.
describe.skipIf(process.platform === 'win32')('names on the terminal', () => {
  test('are escaped by every command, and complete in JSON', async ({ stage }) => {
    const photographs = join(stage.folder, `in${hostile}`);
    mkdirSync(photographs);
    const cut = join(photographs, `cut${hostile}.jpg`);
    writeFileSync(cut, Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'));
    writeFileSync(join(photographs, `notes${hostile}.jpg`), '');

    const result = await stage.burnish('run', photographs, ...stage.processing, '--json');
    const status = await stage.burnish('status');
    const json = await stage.burnish('status', '--json');
    const again = await stage.burnish('retry', ...stage.service);

    for (const ended of [result, status, json, again]) expectEscaped(ended);
    expect(JSON.parse(result.out.trim())).toMatchObject({ file: cut, state: 'failed' });
    expect(result.err).toContain('notes\\x1b[2J\\x1b]0;x\\x07\\x9b31m\\u202e\\nburnish: 9 done.jpg');
    expect(JSON.parse(json.out)).toMatchObject({ troubles: [{ file: cut }] });
    for (const { out } of [status, again]) expect(out).toContain('cut\\x1b[2J');
  });

  test.for([
    ['an option', [`--${hostile}`]],
    ['a recipe', ['run', 'x', '--recipe', hostile]],
  ] as const)('are escaped in usage errors about %s', async ([, words], { stage }) => {
    const ended = await stage.burnish(...words);

    expectEscaped(ended);
    expect(ended.err).toContain('\\x1b[2J');
  });
});
