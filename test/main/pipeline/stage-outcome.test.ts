import { describe, expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../../../main/imaging/errors.ts';
import { diskJobError, folderJobError, jobError, outcomeOf, StageEnd } from '../../../main/pipeline/stage-outcome.ts';
import { type FailureKind, ServiceFailure } from '../../../main/service/errors/service-failure.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

const failure = (kind: FailureKind, retryAfterMs?: number) =>
  new ServiceFailure({
    kind,
    code: 'CODE',
    sentence: msg('service.code.fault'),
    subject: 'service',
    advice: 'retry',
    ids: { requestId: 'request', logId: 'log' },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
const error = {
  kind: 'service',
  code: 'CODE',
  message: msg('service.code.fault'),
  advice: 'retry',
  requestId: 'request',
  logId: 'log',
};
const errno = (code: string) => Object.assign(new Error(`${code}: /secret/path`), { code });

describe('outcomeOf', () => {
  it.each([
    ['retry', { kind: 'retry', error }],
    ['wait', { kind: 'wait', error }],
    ['fatal', { kind: 'fail', error }],
    ['credits', { kind: 'stop', error }],
    ['auth', { kind: 'stop', error }],
    ['uncertain', { kind: 'uncertain', error }],
  ] as const)('a failure of kind %s', (kind, expected) => {
    expect(outcomeOf(failure(kind))).toEqual(expected);
  });

  it('keeps the pause requested by a service', () => {
    expect(outcomeOf(failure('retry', 7000))).toMatchObject({ kind: 'retry', after: 7000 });
    expect(outcomeOf(failure('wait', 7000))).toMatchObject({ kind: 'wait', ms: 7000 });
  });

  it('an unusable photograph or result', () => {
    expect(outcomeOf(new ImagingError('BAD_SOURCE', msg('imaging.uploadGone')))).toMatchObject({
      kind: 'fail',
      error: { kind: 'input', advice: 'replace-file', message: msg('imaging.uploadGone') },
    });
    // The photograph is fine, because another format or a smaller size can hold it.
    expect(outcomeOf(new ImagingError('CANNOT_WRITE', msg('imaging.uploadGone')))).toMatchObject({
      kind: 'fail',
      error: { kind: 'input', advice: 'edit-recipe' },
    });
    expect(outcomeOf(new ImagingError('BAD_RESULT', msg('pipeline.result.none')))).toMatchObject({
      kind: 'uncertain',
      error: { code: 'BAD_RESULT', advice: 'decide' },
    });
  });

  it('a disk error is retried; a stage’s decision is kept', () => {
    expect(outcomeOf(errno('EROFS'))).toMatchObject({ kind: 'retry', error: { kind: 'disk', code: 'EROFS' } });
    const decided = { kind: 'fail', error: jobError('input', 'X', msg('pipeline.fault'), 'none') } as const;
    expect(outcomeOf(new StageEnd(decided))).toBe(decided);
  });

  it('an unexpected error reveals none of its content', () => {
    const unforeseen = outcomeOf(new TypeError('https://service/results/secret?key=abc'));
    expect(unforeseen).toMatchObject({ kind: 'fail', error: { kind: 'internal', code: 'TypeError', advice: 'retry' } });
    expect(JSON.stringify(unforeseen)).not.toContain('secret');
    expect(outcomeOf('a thrown text')).toMatchObject({ kind: 'fail', error: { kind: 'internal' } });
  });
});

describe('diskJobError', () => {
  it.each(['ENOSPC', 'EROFS', 'EACCES', 'ENOTDIR', 'ENOENT', 'EIO', 'ENAMETOOLONG'])('has a message for %s', (code) => {
    const error = diskJobError(errno(code), '/out');
    expect(messageText(error?.message)).toMatch(/^The result could not be written to the folder “\/out”\. [A-Z].*\.$/);
    expect(error).toMatchObject({ code, advice: 'choose-folder' });
    const ofAll = folderJobError(errno(code), '/out');
    expect(messageText(ofAll?.message)).toMatch(/^Results cannot be written to “\/out”: .*\. [A-Z].*\.$/);
    expect(ofAll).toMatchObject({ code, advice: 'choose-folder' });
  });

  it('has a message for a file without a named folder', () => {
    const error = diskJobError(errno('ENOSPC'));
    expect(messageText(error?.message)).toBe('The disk is full. Free up space, then try again.');
    expect(error).toMatchObject({ advice: 'retry' });
  });

  it('does not apply to other errors', () => {
    expect(diskJobError(new Error('x'))).toBe(null);
    expect(diskJobError(null)).toBe(null);
    expect(diskJobError(errno('ECONNREFUSED'))).toBe(null);
    expect(diskJobError(errno('toString'))).toBe(null);
  });
});
