/** Possible flaws of a result: the badge on its tile, the section next to the loupe, and the filter. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconEyeExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw } from '../../../../contract/review/result-flaws.ts';
import { request } from '../../../bridge.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { toggleFlawed, useReviewUi } from '../../../state/review/reviewUi.ts';
import marks from '../decisions/Badges.module.css';
import { ToggleButton } from '../decisions/Toggle.tsx';
import { usePlaceCount } from '../filters/usePlaceCount.ts';
import { kindsOf, useFlawPlaces } from './flawPlaces.ts';

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
    <Stack
      component="section"
      gap={6}
      mb="md"
      px="sm"
      py={10}
      bd="1px solid var(--b-line)"
      bdrs={6}
      aria-label={t('looks.title')}
      data-testid="loupe-flaws"
    >
      <Group component="h2" gap={6} wrap="nowrap" m={0} fz="sm">
        <IconEyeExclamation size={16} aria-hidden />
        {t('looks.title')}
      </Group>
      {kindsOf(flaws).map((kind) => (
        <Text key={kind} inherit data-testid={`loupe-flaw-${kind}`}>
          {t(`looks.kinds.${kind}`)}
        </Text>
      ))}
      <Group gap={6} wrap="nowrap" align="stretch" mt={2}>
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
      </Group>
    </Stack>
  );
}

const flawedResults = { flawed: true };

/** Shown only if there are flawed results. */
export function FlawedFilter() {
  const { t } = useTranslation();
  const flawed = useReviewUi((ui) => ui.query.flawed);
  const count = usePlaceCount(flawedResults);
  if (count === 0 && !flawed) return null;
  return (
    <ToggleButton
      isOn={flawed}
      label={t('looks.filter', { number: number(count) })}
      onClick={toggleFlawed}
      testId="filter-flawed"
    >
      <IconEyeExclamation size={14} aria-hidden />
    </ToggleButton>
  );
}
