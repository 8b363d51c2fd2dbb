/** What a marketplace says of a file, or would: in a line, and rule by rule where something is to be said. */
import { useTranslation } from 'react-i18next';
import { formatMessage, joinList } from '../../../contract/messages/format-message.ts';
import {
  countUncertain,
  type PreflightFinding,
  passesAll,
  severityOf,
} from '../../../contract/recipes/marketplace-check.ts';
import classes from './MarketplaceVerdict.module.css';

interface VerdictProps {
  readonly findings: readonly PreflightFinding[];
  /** What the preset is called; null where that stands beside it. */
  readonly name: string | null;
}

export function MarketplaceVerdict({ findings, name }: VerdictProps) {
  const { t } = useTranslation();
  const passes = passesAll(findings);
  const count = countUncertain(findings);
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
          <li key={`${finding.kind}-${finding.level}`} data-weight={severityOf(finding)}>
            {formatMessage(finding.says)}
            {finding.level === 'should' && ` ${t('presets.verdict.should')}`}
            {finding.level === 'must' && !finding.certain && ` ${t('presets.verdict.uncertain')}`}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className={classes.later}>
          {t('presets.verdict.later', {
            rules: joinList(open.map(({ kind }) => t(`presets.verdict.open.${kind as 'bytes'}`))),
          })}
        </p>
      )}
    </div>
  );
}
