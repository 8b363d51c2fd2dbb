/** The result of checking a file against a marketplace: a summary, and each broken rule. */
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage, joinList } from '../../../contract/messages/format-message.ts';
import {
  countUncertain,
  type PreflightFinding,
  passesAll,
  severityOf,
} from '../../../contract/recipes/marketplace-check.ts';
import { Note } from '../Note.tsx';

const verdictColors = { passes: 'var(--b-done)', look: 'var(--b-uncertain)', fails: 'var(--b-failed)' } as const;

interface VerdictProps {
  readonly findings: readonly PreflightFinding[];
  /** The name of the preset; null if it is shown next to the verdict. */
  readonly name: string | null;
}

export function MarketplaceVerdict({ findings, name }: VerdictProps) {
  const { t } = useTranslation();
  const passes = passesAll(findings);
  const count = countUncertain(findings);
  const verdict = !passes ? 'fails' : count > 0 ? 'look' : 'passes';
  const broken = findings.filter((finding) => finding.passes === false);
  const undetermined = findings.filter((finding) => finding.passes === null);
  return (
    <div data-testid="verdict" data-passes={passes}>
      <Note c={verdictColors[verdict]}>
        {name === null ? t(`presets.check.${verdict}`, { count }) : t(`presets.verdict.${verdict}`, { name, count })}
      </Note>
      {broken.length > 0 && (
        <Flex component="ul" direction="column" gap={2} m={0} mt={4} pl="md" fz="xs" lh="16px">
          {broken.map((finding) => (
            <Box
              component="li"
              key={`${finding.kind}-${finding.level}`}
              c={severityOf(finding) === 'could be better' ? 'dimmed' : undefined}
            >
              {formatMessage(finding.says)}
              {finding.level === 'should' && ` ${t('presets.verdict.should')}`}
              {finding.level === 'must' && !finding.certain && ` ${t('presets.verdict.uncertain')}`}
            </Box>
          ))}
        </Flex>
      )}
      {undetermined.length > 0 && (
        <Note mt={4}>
          {t('presets.verdict.later', {
            rules: joinList(undetermined.map(({ kind }) => t(`presets.verdict.open.${kind as 'bytes'}`))),
          })}
        </Note>
      )}
    </div>
  );
}
