/** Findings of an analysis as tables in words. */
import { useTranslation } from 'react-i18next';
import { percent } from '../../../locales/format.ts';
import classes from './Analysis.module.css';
import type { Reading, Words } from './reading.ts';

export function Findings({ reading }: { reading: Reading }) {
  const { t } = useTranslation();
  // The keys are checked where the words are made; their values are not typed.
  const say = (words: Words | string) =>
    typeof words === 'string' ? words : (t as (key: string, values?: object) => string)(words.key, words.values);
  if (reading.groups.length === 0) return <p className={classes.none}>{t('review.analysis.none')}</p>;
  return (
    <div data-testid="findings">
      {reading.warnings.map((warning) => (
        <p key={warning.key} className={classes.warning}>
          {say(warning)}
        </p>
      ))}
      {reading.groups.map((group) => (
        <table key={say(group.title)} className={classes.table}>
          <caption>{say(group.title)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('review.analysis.finding')}</th>
              <th scope="col">{t('review.analysis.value')}</th>
              <th scope="col">{t('review.analysis.confidence')}</th>
            </tr>
          </thead>
          <tbody>
            {group.findings.map((finding) => (
              <tr key={finding.name.key} data-notable={finding.notable || undefined}>
                <th scope="row">{say(finding.name)}</th>
                <td>{say(finding.value)}</td>
                <td className="numbers">{finding.confidence === null ? '' : percent(finding.confidence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
