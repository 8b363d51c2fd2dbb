/** What a result is called beside the others of its photograph: the version made by hand, its recipe, its part or operation. */
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';

export function useVersionName(): (version: VersionView) => string {
  const { t } = useTranslation();
  return ({ recipeName, element, kind, operation, version }) => {
    const part = element === null ? '' : ` · ${t('review.part', { name: element })}`;
    // What tells it from the others comes first: there is little room.
    const byHand = version === 0 ? '' : `${t('touch.version', { n: version })} · `;
    const { title } = localizedOperation(operation);
    return `${byHand}${recipeName}${kind === 'analysis' && title !== recipeName ? ` · ${title}` : part}`;
  };
}
