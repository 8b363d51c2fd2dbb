/** Sorts test files by duration, the longest first, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size suggests, the longest first. */
const long = [
  'test/main/cli.test.ts',
  'test/campaign/',
  'test/main/cli/',
  'test/main/studio/',
  'test/engine/service/openapi/real-answers.',
  'test/main/imaging/develop/raw/develop-sensor.',
  'test/engine/operations/',
  'test/e2e/every-screen.',
  'test/e2e/drop-and-review.',
  'test/e2e/desk.',
];

export class SlowestFirstSequencer extends BaseSequencer {
  /** Without timings of earlier runs, sorts by size after the known long files of each project. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((each) => each.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = long.findIndex((part) => moduleId.includes(part));
  return place < 0 ? long.length : place;
}
