import { describe, expect, it } from 'vitest';
import { testPlan } from '../../scripts/test-plan.ts';
import config from '../../vitest.config.ts';

const projectsOf = (...words: string[]) => testPlan(words, 'linux').runs.flatMap(({ projects }) => projects);

describe('testPlan', () => {
  it('excludes long projects, unless all are requested', () => {
    expect(projectsOf()).toEqual(['unit', 'commands', 'processes', 'engine', 'renderer', 'e2e']);
    expect(projectsOf('--all')).toEqual([
      'unit',
      'commands',
      'processes',
      'engine',
      'renderer',
      'long',
      'e2e',
      'e2e-long',
    ]);
  });

  it('excludes single tests tagged as long, unless all are requested', () => {
    expect(testPlan([], 'linux').runs.map(({ tagsFilter }) => tagsFilter)).toEqual(['!long', '!long']);
    expect(testPlan(['--all'], 'linux').runs.map(({ tagsFilter }) => tagsFilter)).toEqual(Array(3).fill(undefined));
  });

  it('adds some of the long tests if it is given their time', () => {
    expect(testPlan([], 'linux').longTests).toBe(null);
    const words = ['--long-minutes=20', '--long-until=1795900000'];
    expect(testPlan(words, 'linux')).toMatchObject({
      longTests: { forMs: 1_200_000, until: 1_795_900_000_000 },
      filters: [],
    });
  });

  it('includes every project of the configuration in all', () => {
    const named = config.test!.projects!.map((project) => (project as { test: { name: string } }).test.name);
    expect(projectsOf('--all').toSorted()).toEqual(named.toSorted());
  });

  it('opens windows only for the tests of the window', () => {
    const opening = testPlan(['--all'], 'linux').runs.filter(({ opensWindows }) => opensWindows);
    expect(opening.flatMap(({ projects }) => projects)).toEqual(['e2e', 'e2e-long']);
  });

  it.each([
    ['linux', [], 0],
    ['linux', ['--all'], 1],
    ['darwin', ['--all'], 0],
    ['win32', ['--all'], 0],
  ] as const)('tests the packaged app if possible: %s, %j', (platform, words, count) => {
    const packaged = testPlan(words, platform).runs.filter(({ config: file }) => file !== undefined);
    expect(packaged).toHaveLength(count);
  });

  it('passes the other arguments on', () => {
    expect(testPlan(['test/main/store', '--all', '-t', 'claim'], 'linux').filters).toEqual([
      'test/main/store',
      '-t',
      'claim',
    ]);
  });
});
