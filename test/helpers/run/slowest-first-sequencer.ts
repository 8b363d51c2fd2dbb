/** The order of test files: those that take longest are begun first, so that nothing waits for one of them alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than their size says, by where they are, the longest first. */
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
  /** Where nothing is known of earlier runs, larger files come first; in each project, these come before them. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((each) => each.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = long.findIndex((part) => moduleId.includes(part));
  return place < 0 ? long.length : place;
}
