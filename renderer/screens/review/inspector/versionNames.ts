/** Names of the results of a photograph. */
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';

/** Returns a function that names a result after its recipe and its part or operation; versions by hand have a number. */
export function useVersionName(): (version: VersionView) => string {
  const { t } = useTranslation();
  return ({ recipeName, element, kind, operation, version }) => {
    const part = element === null ? '' : ` · ${t('review.part', { name: element })}`;
    // First, because the end may be cut off.
    const byHand = version === 0 ? '' : `${t('touch.version', { n: version })} · `;
    const { title } = localizedOperation(operation);
    return `${byHand}${recipeName}${kind === 'analysis' && title !== recipeName ? ` · ${title}` : part}`;
  };
}

type Named = Pick<VersionView, 'id' | 'width' | 'height' | 'path' | 'createdAt'>;

interface VersionTexts<V> {
  /** The name of the service that made the version, or null if it was removed. */
  readonly serviceOf: (version: V) => string | null;
  /** @param time ms since 1970 */
  readonly timeOf: (time: number) => string;
}

/** Distinguishing facts, the most useful first. The time always differs. */
const facts: readonly ((version: Named, texts: Pick<VersionTexts<unknown>, 'timeOf'>) => string | null)[] = [
  ({ width, height }) => (width && height ? `${width} × ${height}` : null),
  ({ path }) => path?.match(/\.([^./\\]+)$/)?.[1]?.toUpperCase() ?? null,
  ({ createdAt }, { timeOf }) => timeOf(createdAt),
];

/** Returns the name of `version`, followed by service, size, format and time as far as they distinguish it from others of that name. */
export function distinctName<V extends Named>(
  version: V,
  versions: readonly V[],
  nameOf: (version: V) => string,
  texts: VersionTexts<V>,
): string {
  const name = nameOf(version);
  let alike = versions.filter((each) => each.id !== version.id && nameOf(each) === name);
  const parts = [name];
  for (const fact of [texts.serviceOf, ...facts]) {
    const own = fact(version, texts);
    const same = alike.filter((each) => fact(each, texts) === own);
    if (own !== null && same.length < alike.length) parts.push(own);
    alike = same;
  }
  return parts.join(' · ');
}
