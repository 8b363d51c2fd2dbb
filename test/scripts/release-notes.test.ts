import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notesOf, versionOf } from '../../scripts/release-notes.ts';
import { projectRoot } from '../../scripts/setup/paths.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-12-31

### Added

- Ten.

## [1.1.0] - 2026-11-30

### Fixed

- One.
`;

it('returns the section of the version, and no other', () => {
  expect(notesOf(changelog, '1.10.0')).toBe('### Added\n\n- Ten.');
  expect(notesOf(changelog, '1.1.0')).toBe('### Fixed\n\n- One.');
});

it('suggests a remedy if the section is missing or empty', () => {
  expect(() => notesOf(changelog, '1.1')).toThrow('Rename “Unreleased” to this version');
  expect(() => notesOf(changelog, 'Unreleased')).toThrow('is empty');
});

it('accepts a tag only for the version of package.json', () => {
  expect(versionOf('v1.10.0', '1.10.0')).toBe('1.10.0');
  for (const tag of ['1.10.0', 'v1.10', 'v1.10.0-beta.1', 'v1.1.0'])
    expect(() => versionOf(tag, '1.10.0')).toThrow('The tag must be v1.10.0');
});

it('prints the notes of a rehearsal, and fails with a message for a wrong tag', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(projectRoot, 'scripts/release-notes.ts'), ...words], { encoding: 'utf8' });
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('### ') });
  const refused = run('v0.0.0');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^The tag is v0\.0\.0, but package\.json has version .*\n$/);
});
