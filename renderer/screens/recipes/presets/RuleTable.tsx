/** The rules of a marketplace: each with its level, where the marketplace says so, when that was looked up, and whether it is certain. */
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '../../../../contract/recipes/marketplaces.ts';
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
      <h2>{preset.name}</h2>
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
      <p className={classes.dim}>
        {t('presets.layout')}:{' '}
        {t('presets.layoutIs', {
          size,
          fill: fill === null ? t('presets.asItIs') : percent(fill),
          format: output.format.toUpperCase(),
          quality: output.quality,
        })}
      </p>
      {sources.map(([source, checked]) => (
        <p key={source} className={`${classes.dim} selectable`} data-testid="preset-source">
          {t('presets.source')}: {source}
          <br />
          {t('presets.checked', { day: calendarDay(checked) })}
        </p>
      ))}
    </>
  );
}

export function Uncertain() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('presets.uncertainWhy')}>
      <span className={classes.uncertain}>{t('presets.uncertain')}</span>
    </Tooltip>
  );
}
