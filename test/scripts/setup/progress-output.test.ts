import { describe, expect, it } from 'vitest';
import { createProgressReporter } from '../../../scripts/setup/progress-output.ts';

function screen(isTTY: boolean, columns = 80) {
  let text = '';
  return { isTTY, columns, write: (more: string) => (text += more), text: () => text };
}

describe('createProgressReporter', () => {
  it('writes a line for every quarter when nobody watches', () => {
    const log = screen(false);
    const teller = createProgressReporter(log);
    for (let done = 0; done <= 200; done += 1) teller.progress('model', done * 1e5, 2e7);
    teller.finished('model');
    expect(log.text()).toBe(['25', '50', '75', '100'].map((percent) => `  model: ${percent} % of 20 MB\n`).join(''));
  });

  it('says nothing of a download whose size nobody knows, when nobody watches', () => {
    const log = screen(false);
    createProgressReporter(log).progress('model', 1e6, undefined);
    expect(log.text()).toBe('');
  });

  it('draws several downloads as one, until each has ended', () => {
    const terminal = screen(true);
    const teller = createProgressReporter(terminal);
    const lastLine = () => terminal.text().split('\r\x1b[K').at(-1);
    teller.progress('one', 1e7, 1e7);
    teller.progress('two', 1e7, 1e7);
    expect(lastLine()).toMatch(/20 MB of 20 MB {2}one, two$|19 MB of 19 MB {2}one, two$/);
    teller.finished('one');
    teller.progress('two', 1e7, 1e7);
    expect(lastLine()).toMatch(/10 MB {2}two$/);
  });

  it('redraws one line on a terminal, no wider than it is, and clears it before words', () => {
    const terminal = screen(true, 40);
    const teller = createProgressReporter(terminal);
    teller.progress('a model with a long name', 1e7, 2e7);
    teller.progress('a model with a long name', 2e7, 2e7);
    teller.log('Done.');
    const drawn = terminal.text().split('\r\x1b[K');
    expect(drawn[1]).toContain('████████████░░░░░░░░░░░░  10 MB of 20 MB'.slice(0, 37));
    for (const line of drawn) expect(line.length).toBeLessThan(40);
    expect(drawn.at(-1)).toBe('Done.\n');
  });
});
