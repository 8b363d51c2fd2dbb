/** What a marketplace says of a file, or would: in a line, and rule by rule where something is to be said. */
import { useTranslation } from 'react-i18next';
import { type EarlyFinding, passesAll, toLookAt, weightOf } from '../../contract/check.ts';
import { commas, inWords } from '../../contract/in-words.ts';
import classes from './Verdict.module.css';

interface VerdictProps {
  readonly findings: readonly EarlyFinding[];
  /** What the preset is called; null where that stands beside it. */
  readonly name: string | null;
}

export function Verdict({ findings, name }: VerdictProps) {
  const { t } = useTranslation();
  const passes = passesAll(findings);
  const count = toLookAt(findings);
  const verdict = !passes ? 'fails' : count > 0 ? 'look' : 'passes';
  const unkept = findings.filter((finding) => finding.passes === false);
  const open = findings.filter((finding) => finding.passes === null);
  return (
    <div data-testid="verdict" data-passes={passes}>
      <p className={classes[verdict]}>
        {name === null ? t(`presets.check.${verdict}`, { count }) : t(`presets.verdict.${verdict}`, { name, count })}
      </p>
      <ul className={classes.findings}>
        {unkept.map((finding) => (
          <li key={`${finding.kind}-${finding.level}`} data-weight={weightOf(finding)}>
            {inWords(finding.says)}
            {finding.level === 'should' && ` ${t('presets.verdict.should')}`}
            {finding.level === 'must' && !finding.certain && ` ${t('presets.verdict.uncertain')}`}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className={classes.later}>
          {t('presets.verdict.later', {
            rules: commas(open.map(({ kind }) => t(`presets.verdict.open.${kind as 'bytes'}`))),
          })}
        </p>
      )}
    </div>
  );
}
