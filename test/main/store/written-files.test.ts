import { describe, expect } from 'vitest';
import { test } from '../../helpers/store-stage.ts';

describe('written files', () => {
  test('are known by content, wherever they are', ({ stage }) => {
    const { writtenFiles } = stage.store;
    writtenFiles.add({ path: '/out/a.png', hash: 'aa', bytes: 1 }, { jobId: 1, step: 0, element: '' });
    expect([writtenFiles.isOwn('aa'), writtenFiles.isOwn('bb')]).toEqual([true, false]);
    expect(stage.second().writtenFiles.isOwn('aa')).toBe(true);
  });

  test('are found again by the result they are', ({ stage }) => {
    const { writtenFiles } = stage.store;
    const key = { jobId: 1, step: 0, element: 'tops' };
    writtenFiles.add({ path: '/out/a.png', hash: 'aa', bytes: 1 }, key);
    stage.clock.advance(5);
    writtenFiles.add({ path: '/out/a-2.png', hash: 'bb', bytes: 2 }, key);
    expect(writtenFiles.ofResult(key)).toEqual([
      { path: '/out/a-2.png', hash: 'bb', bytes: 2 },
      { path: '/out/a.png', hash: 'aa', bytes: 1 },
    ]);
    // What is written over belongs to whoever wrote last.
    writtenFiles.add({ path: '/out/a.png', hash: 'cc', bytes: 3 }, { jobId: 2, step: 0, element: '' });
    expect(writtenFiles.ofResult(key).map(({ hash }) => hash)).toEqual(['bb']);
    expect(writtenFiles.ofResult({ ...key, element: '' })).toEqual([]);
  });
});
