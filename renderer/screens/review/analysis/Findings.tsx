/** Findings of an analysis as tables in words; a row that is pointed at shows its mark in the picture, and the other way round. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { percent } from '../../../locales/format.ts';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import classes from './Analysis.module.css';
import type { AnalysisModel } from './analysisModel.ts';
import { formatWords } from './formatWords.ts';
import { chooseMark, useMarks } from './marks.ts';

export function Findings({ reading }: { reading: AnalysisModel }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const drawn = new Set(reading.marks.map(({ key }) => key));
  const markOf = (key: string | null | undefined) => (key && drawn.has(key) ? key : null);
  if (reading.groups.length === 0) return <p className={classes.none}>{t('review.analysis.none')}</p>;
  return (
    <div data-testid="findings">
      {reading.warnings.map((warning) => (
        <p key={warning.key} className={classes.warning}>
          {formatWords(t, warning)}
        </p>
      ))}
      {reading.marks.some(({ shape }) => shape === 'area') && (
        <p className={classes.none}>{t('review.analysis.areas', { key: keyOf('loupe.marks') })}</p>
      )}
      {reading.groups.map((group) => (
        <table key={formatWords(t, group.title)} className={classes.table}>
          <caption>
            <Name text={formatWords(t, group.title)} mark={markOf(group.mark)} />
          </caption>
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
                <th scope="row">
                  <Name text={formatWords(t, finding.name)} mark={markOf(finding.mark)} />
                </th>
                <td>{formatWords(t, finding.value)}</td>
                <td className="numbers">{finding.confidence === null ? '' : percent(finding.confidence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** A button where it has a mark. */
function Name({ text, mark }: { readonly text: string; readonly mark: string | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const isChosen = useMarks((ui) => mark !== null && ui.chosen === mark);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  if (mark === null) return text;
  return (
    <button
      ref={button}
      type="button"
      className={classes.marked}
      aria-pressed={isChosen}
      onClick={() => chooseMark(mark)}
      onFocus={() => chooseMark(mark)}
      onBlur={() => chooseMark(null)}
      onMouseEnter={() => chooseMark(mark)}
      onMouseLeave={() => chooseMark(null)}
      data-testid={`finding-row-${mark}`}
    >
      {text}
    </button>
  );
}
