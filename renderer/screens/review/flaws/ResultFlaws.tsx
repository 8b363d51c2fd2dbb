/** What may be wrong with a result: a mark in the corner of its tile, and beside the loupe in words, to be said right. */
import { Button } from '@mantine/core';
import { IconEyeExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw } from '../../../../contract/review/result-flaws.ts';
import { request } from '../../../bridge.ts';
import marks from '../decisions/Badges.module.css';
import { kindsOf, useFlawPlaces } from './flawPlaces.ts';
import classes from './ResultFlaws.module.css';

export function ResultFlawMark({ flaws }: { readonly flaws: readonly ResultFlaw[] }) {
  const { t } = useTranslation();
  if (flaws.length === 0) return null;
  const label = kindsOf(flaws)
    .map((kind) => t(`looks.kinds.${kind}`))
    .join('\n');
  return (
    <span className={`${marks.badge} ${marks.flaws}`}>
      <span role="img" aria-label={label} title={label} data-testid="result-flaw">
        <IconEyeExclamation size={14} aria-hidden />
      </span>
    </span>
  );
}

export function ResultFlaws({ version }: { readonly version: VersionView }) {
  const { t } = useTranslation();
  const { flaws } = version;
  const places = useFlawPlaces(flaws);
  if (flaws.length === 0) return null;
  return (
    <section className={classes.flaws} aria-label={t('looks.title')} data-testid="loupe-flaws">
      <h2>
        <IconEyeExclamation size={16} aria-hidden />
        {t('looks.title')}
      </h2>
      {kindsOf(flaws).map((kind) => (
        <p key={kind} data-testid={`loupe-flaw-${kind}`}>
          {t(`looks.kinds.${kind}`)}
        </p>
      ))}
      <div>
        {places.count > 0 && (
          <Button
            size="compact-sm"
            variant={places.isShown ? 'light' : 'default'}
            aria-pressed={places.isShown}
            onClick={places.toggle}
            data-testid="loupe-flaw-places"
          >
            {t('looks.show')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          title={t('looks.rightHelp')}
          onClick={() => void request('loupe.looksRight', { ids: [version.id] })}
          data-testid="loupe-looks-right"
        >
          {t('looks.right')}
        </Button>
      </div>
    </section>
  );
}
