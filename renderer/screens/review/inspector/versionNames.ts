/** What tells results of one name apart: service, size, form and time, as far as they differ. Pure. */
import type { VersionView } from '../../../../contract/review/list-queries.ts';

type Named = Pick<VersionView, 'id' | 'width' | 'height' | 'path' | 'createdAt'>;

interface Words<V> {
  /** What the service is called that it came from; null: it is gone. */
  readonly serviceOf: (version: V) => string | null;
  /** @param time ms since 1970 */
  readonly timeOf: (time: number) => string;
}

/** How each is told, from what says most to what always differs. */
const facts: readonly ((version: Named, words: Pick<Words<unknown>, 'timeOf'>) => string | null)[] = [
  ({ width, height }) => (width && height ? `${width} × ${height}` : null),
  ({ path }) => path?.match(/\.([^./\\]+)$/)?.[1]?.toUpperCase() ?? null,
  ({ createdAt }, { timeOf }) => timeOf(createdAt),
];

/** The name of `version`, and behind it what sets it apart from the others of that name; the name alone where there are none. */
export function distinctName<V extends Named>(
  version: V,
  versions: readonly V[],
  nameOf: (version: V) => string,
  words: Words<V>,
): string {
  const name = nameOf(version);
  let alike = versions.filter((each) => each.id !== version.id && nameOf(each) === name);
  const parts = [name];
  for (const fact of [words.serviceOf, ...facts]) {
    const own = fact(version, words);
    const same = alike.filter((each) => fact(each, words) === own);
    if (own !== null && same.length < alike.length) parts.push(own);
    alike = same;
  }
  return parts.join(' · ');
}
