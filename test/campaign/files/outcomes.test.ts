import { describe, expect, it } from 'vitest';
import { faultOf, outcomesOf } from './outcomes.ts';

describe('the fault of a message', () => {
  it.each([
    ['“a.jpg” is empty: copy it again from where it came.', null],
    ['The disk is full. Free up space, then try again.', 'does not begin with the name'],
    ['“a.jpg” is empty', 'does not end'],
    ['“a.jpg” failed:\n    at read (/x/y.ts:1:2).', 'holds a stack'],
    ['“a.jpg” cannot be read: EIO: i/o error, read.', 'holds an error of the system'],
    ['“a.jpg” failed: VipsJpeg: out of order.', 'holds an error of the system'],
    ['“a.jpg” failed. Something went wrong inside Burnish.', 'blames Burnish'],
  ])('%j: %s', (message, fault) => {
    expect(faultOf(message)).toBe(fault);
  });
});

describe('the outcome of a file', () => {
  const line = (file: string, state: string, more: object = {}) =>
    `${JSON.stringify({ file, state, results: [], ms: null, ...more })}\n`;
  const failure = { error: { code: 'BAD_SOURCE', message: '“a.jpg” is damaged.' } };

  it.each([
    ['nothing', '', '', 'passed', null],
    ['a job that is done', line('/p/a.jpg', 'done'), '', 'done', null],
    ['a job that failed', line('/p/a.jpg', 'failed', failure), '', 'refused', '“a.jpg” is damaged.'],
    ['an uncertain job', line('/p/a.jpg', 'uncertain', failure), '', 'open', '“a.jpg” is damaged.'],
    ['the last line', line('/p/a.jpg', 'failed', failure) + line('/p/a.jpg', 'done'), '', 'done', null],
    ['a refusal', '', '/p/a.jpg: “a.jpg” is empty.\n', 'refused', '“a.jpg” is empty.'],
    ["another file's refusal", '', '/p/a.jpg.jpg: “a.jpg.jpg” is empty.\n', 'passed', null],
  ])('is read from %s', (_case, out, err, outcome, message) => {
    expect(outcomesOf(['/p/a.jpg'], [{ out, err }]).get('/p/a.jpg')).toMatchObject({ outcome, message });
  });

  it('is read from a line with an escaped name', () => {
    const err = '/p/line\\nbreak.jpg: “line\\nbreak.jpg” is empty.\n';
    const outcomes = outcomesOf(['/p/line\nbreak.jpg'], [{ out: '', err }]);
    expect(outcomes.get('/p/line\nbreak.jpg')?.outcome).toBe('refused');
  });
});
