/** What tells results of one name apart: size, form and time, as far as they differ. Pure. */
import type { VersionView } from '../../../contract/review/lists.ts';

type Named = Pick<VersionView, 'id' | 'width' | 'height' | 'path' | 'createdAt'>;

/** How each is told, from what says most to what always differs. */
const facts: readonly ((version: Named, timeOf: (at: number) => string) => string | null)[] = [
  ({ width, height }) => (width && height ? `${width} × ${height}` : null),
  ({ path }) => path?.match(/\.([^./\\]+)$/)?.[1]?.toUpperCase() ?? null,
  ({ createdAt }, timeOf) => timeOf(createdAt),
];

/**
 * The name of `version`, and behind it what sets it apart from the others of that name; the name alone where there are none.
 * @param timeOf puts a time (ms since 1970) into words
 */
export function distinctName<V extends Named>(
  version: V,
  others: readonly V[],
  nameOf: (version: V) => string,
  timeOf: (at: number) => string,
): string {
  const name = nameOf(version);
  let alike = others.filter((each) => each.id !== version.id && nameOf(each) === name);
  const parts = [name];
  for (const fact of facts) {
    const own = fact(version, timeOf);
    const same = alike.filter((each) => fact(each, timeOf) === own);
    if (own !== null && same.length < alike.length) parts.push(own);
    alike = same;
  }
  return parts.join(' · ');
}
