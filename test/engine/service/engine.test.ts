import { expect, test } from 'vitest';
import { defaultDataDir } from '../../../engine/service/engine.ts';

test.each([
  ['linux', {}, '/home/anna/.local/share/burnish-engine'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/burnish-engine'],
  ['darwin', {}, '/home/anna/Library/Application Support/burnish-engine'],
] as const)('on %s with %o, data is kept in %s', (platform, env, expected) => {
  expect(defaultDataDir(env, platform, '/home/anna')).toBe(expected);
});
