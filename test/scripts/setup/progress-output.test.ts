import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressReporter } from '../../../scripts/setup/progress-output.ts';

/** Records the output to a terminal of 80 columns. */
function screen(isTTY: boolean) {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24 });
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { stream, text: () => text };
}

describe('createProgressReporter', () => {
  it('writes one line for a finished download without a terminal', () => {
    const { stream, text } = screen(false);
    const reporter = createProgressReporter(stream);
    for (let done = 0; done <= 200; done += 1) reporter.progress('model', done * 1e5, 2e7);
    reporter.finished('model');
    expect(text()).toBe('  model: 20 MB\n');
  });

  it('writes nothing for an interrupted one without a terminal', () => {
    const { stream, text } = screen(false);
    const reporter = createProgressReporter(stream);
    reporter.progress('model', 1e6, 2e6);
    reporter.progress('other', 1e6, undefined);
    reporter.finished('model');
    reporter.finished('other');
    expect(text()).toBe('');
  });

  it('draws a bar for each download on a terminal, with messages above them', async () => {
    const { stream, text } = screen(true);
    const reporter = createProgressReporter(stream);
    reporter.log('Two models are missing.');
    reporter.progress('one', 1e7, 2e7);
    reporter.progress('two', 1e6, undefined);
    await expect.poll(text).toContain('one  10 MB of 20 MB');
    expect(text()).toContain('two  1.0 MB');
    reporter.log('Unpacking.');
    reporter.progress('one', 2e7, 2e7);
    reporter.finished('one');
    reporter.finished('two');
    expect(text()).toContain('one  20 MB of 20 MB');
    reporter.log('Done.');
    expect(text()).toMatch(/^Two models are missing\.\n[\s\S]*Unpacking\.\n[\s\S]*Done\.\n$/);
  });
});
