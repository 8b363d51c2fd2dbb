/**
 * `npm run release-notes -- v1.2.3`: prints the section of CHANGELOG.md for the page of the release. The tag must match
 * the version in package.json. Without a tag, it prints “Unreleased”, for a rehearsal.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './setup/paths.ts';

/** This release has no notes; the message contains advice. */
export class NoNotes extends Error {
  override name = 'NoNotes';
}

/**
 * Returns the text below the heading of a version (`## [1.2.3] - 2026-12-31`) or of `Unreleased`.
 * @throws {NoNotes}
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  if (section === undefined) {
    throw new NoNotes(
      `CHANGELOG.md has no section for ${version}. Rename “Unreleased” to this version and its date, such as “## [${version}] - 2026-12-31”, and add a new “Unreleased”.`,
    );
  }
  const notes = section.slice(section.indexOf('\n') + 1).trim();
  if (notes === '') throw new NoNotes(`The section for ${version} in CHANGELOG.md is empty.`);
  return notes;
}

/**
 * Returns the version of a tag.
 * @param version of package.json
 * @throws {NoNotes} if they differ
 */
export function versionOf(tag: string, version: string): string {
  if (tag !== `v${version}`) {
    throw new NoNotes(
      `The tag is ${tag}, but package.json has version ${version}. The tag must be v${version}. Nothing was built.`,
    );
  }
  return version;
}

async function printNotes(tag: string | undefined): Promise<void> {
  const read = (name: string) => readFile(join(projectRoot, name), 'utf8');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  console.log(notesOf(await read('CHANGELOG.md'), tag === undefined ? 'Unreleased' : versionOf(tag, version)));
}

if (import.meta.main) {
  try {
    await printNotes(process.argv[2]);
  } catch (error) {
    if (!(error instanceof NoNotes)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
