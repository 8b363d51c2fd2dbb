/** What a marketplace says of a file, or would: in a line, and rule by rule where something is to be said. */
import { useTranslation } from 'react-i18next';
import { type EarlyFinding, passesAll } from '../../../preload/contract/check.ts';
import { marketplaces } from '../../../preload/contract/marketplaces.ts';
import { inWords } from '../../../preload/in-words.ts';
import classes from './Recipes.module.css';

interface VerdictProps {
  readonly findings: readonly EarlyFinding[];
  readonly marketplace: string | null;
}

export function Verdict({ findings, marketplace }: VerdictProps) {
  const { t } = useTranslation();
  const name = marketplaces.find(({ id }) => id === marketplace)?.name ?? '';
  const passes = passesAll(findings);
  const unkept = findings.filter((finding) => finding.passes === false);
  const open = findings.filter((finding) => finding.passes === null);
  return (
    <div data-testid="verdict" data-passes={passes}>
      <p className={passes ? classes.good : classes.bad}>
        {t(passes ? 'recipes.verdict.passes' : 'recipes.verdict.fails', { name })}
      </p>
      <ul className={classes.findings}>
        {unkept.map((finding) => (
          <li key={`${finding.kind}-${finding.level}`} data-level={finding.level}>
            {inWords(finding.says)}
            {finding.level === 'should' && ` ${t('recipes.verdict.should')}`}
            {finding.level === 'must' && !finding.certain && ` ${t('recipes.verdict.uncertain')}`}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className={classes.summary}>
          {t('recipes.verdict.later', {
            rules: open.map(({ kind }) => t(`recipes.verdict.open.${kind as 'bytes'}`)).join(', '),
          })}
        </p>
      )}
    </div>
  );
}
