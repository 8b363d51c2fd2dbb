/** Rules of a marketplace with their levels, sources, and the day they were checked. */
import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '../../../../contract/recipes/marketplaces.ts';
import { Note } from '../../../components/Note.tsx';
import { calendarDay, percent } from '../../../locales/format.ts';
import classes from './Presets.module.css';
import { ruleText } from './ruleText.ts';

export function RuleTable({ preset }: { readonly preset: Marketplace }) {
  const { t } = useTranslation();
  const { composition, output, rules } = preset;
  const { canvas, fill } = composition;
  const size = canvas.kind === 'exact' ? `${canvas.width} × ${canvas.height} px` : t('presets.asPhotograph');
  const sources = [...new Map(rules.map(({ source, checked }) => [source, checked]))];
  return (
    <>
      <Text component="h2" fz="md" fw={700} lh="inherit">
        {preset.name}
      </Text>
      <table className={classes.rules} data-testid="preset-rules">
        <thead>
          <tr>
            <th>{t('presets.rule')}</th>
            <th>{t('presets.level')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.asks.kind}-${rule.level}`}>
              <td>
                {ruleText(rule.asks)}
                {!rule.certain && <Uncertain />}
              </td>
              <td>{t(`presets.levels.${rule.level}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Note style={{ overflowWrap: 'anywhere' }}>
        {t('presets.layout')}:{' '}
        {t('presets.layoutIs', {
          size,
          fill: fill === null ? t('presets.asItIs') : percent(fill),
          format: output.format.toUpperCase(),
          quality: output.quality,
        })}
      </Note>
      {sources.map(([source, checked]) => (
        <Note key={source} className="selectable" style={{ overflowWrap: 'anywhere' }} data-testid="preset-source">
          {t('presets.source')}: {source}
          <br />
          {t('presets.checked', { day: calendarDay(checked) })}
        </Note>
      ))}
    </>
  );
}

export function Uncertain() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('presets.uncertainWhy')}>
      <Text component="span" ml={8} fz="xs" lh="inherit" c="var(--b-uncertain)">
        {t('presets.uncertain')}
      </Text>
    </Tooltip>
  );
}
