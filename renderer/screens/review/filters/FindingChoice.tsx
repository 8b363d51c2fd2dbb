/** Filters by findings of analyses: minimum values of measures, and the presence of other findings. */
import { Box, Flex, Loader, NumberInput, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FindingCount,
  type FindingFilter,
  isMeasured,
  measuredKinds,
} from '../../../../contract/findings/finding-kinds.ts';
import { compareNames } from '../../../../contract/messages/format-message.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../../bridge.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { changeQuery, useReviewUi } from '../../../state/review/reviewUi.ts';
import classes from '../decisions/Toggle.module.css';
import { findingName } from './findingWords.ts';

/** Returns the findings in the open place with their counts, or null while they are counted. */
function useFindings(): readonly FindingCount[] | null {
  const { batchId, folderId, recipe, from, to } = useReviewUi((ui) => ui.query);
  const [counts, setCounts] = useState<readonly FindingCount[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('photographs.findings', { ...everyPhotograph, batchId, folderId, recipe, from, to }).then(
      (reply) => {
        if (isCurrent) setCounts(reply.ok ? reply.value : []);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [batchId, folderId, recipe, from, to]);
  return counts;
}

type FindingKey = Pick<FindingFilter, 'kind' | 'text'>;
const isOf = (a: FindingKey, b: FindingKey) => a.kind === b.kind && a.text === b.text;

export function FindingChoice() {
  const { t } = useTranslation();
  const chosen = useReviewUi((ui) => ui.query.findings);
  const counts = useFindings();
  if (counts === null) return <Loader size="xs" color="gray" />;
  const set = (finding: FindingKey, atLeast: number | null, isOn: boolean) => {
    const others = chosen.filter((each) => !isOf(each, finding));
    changeQuery({
      findings: isOn ? [...others, { kind: finding.kind, text: finding.text, atLeast }] : others,
    });
  };
  const named = counts.map((each) => ({ ...each, name: findingName(t, each.kind, each.text) }));
  const measures = named.filter(({ kind }) => isMeasured(kind));
  const otherFindings = named
    .filter(({ kind }) => !isMeasured(kind))
    .toSorted((a, b) => b.count - a.count || compareNames(a.name, b.name));
  if (named.length === 0)
    return (
      <Text c="dimmed" fz={13} lh="inherit">
        {t('review.found.none')}
      </Text>
    );
  return (
    <Stack gap={2} mah={300} style={{ overflow: 'auto' }} data-testid="finding-choice">
      {measures.map(({ kind, text, name, count }) => {
        if (!isMeasured(kind)) return null;
        const now = chosen.find((each) => isOf(each, { kind, text }));
        return (
          <Flex key={kind} {...rowProps}>
            <Box component="span" flex={1} miw={0}>
              {name}
            </Box>
            <Count count={count} />
            <NumberInput
              size="xs"
              w={84}
              leftSection="≥"
              aria-label={t('review.found.least', { name })}
              min={measuredKinds[kind].min}
              max={measuredKinds[kind].max}
              allowDecimal={false}
              value={now?.atLeast ?? ''}
              onChange={(value) => set({ kind, text }, Number(value), value !== '')}
              data-testid={`finding-${kind}`}
            />
          </Flex>
        );
      })}
      {otherFindings.map(({ kind, text, name, count }) => {
        const isOn = chosen.some((each) => isOf(each, { kind, text }));
        return (
          <FilterOption
            key={`${kind}-${text}`}
            isOn={isOn}
            onClick={() => set({ kind, text }, null, !isOn)}
            testId={`finding-${kind}${text && `-${text}`}`}
          >
            <Box component="span" className="ellipsis" flex={1}>
              {name}
            </Box>
            <Count count={count} />
          </FilterOption>
        );
      })}
    </Stack>
  );
}

const rowProps = { gap: 8, align: 'center', mih: 30, p: '0 6px', fz: 13 } as const;

interface FilterOptionProps {
  readonly isOn: boolean;
  readonly title?: string | undefined;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

/** A filter in the popover, which is on or off. */
export function FilterOption({ isOn, title, onClick, testId, children }: FilterOptionProps) {
  return (
    <Flex
      component="button"
      type="button"
      {...rowProps}
      className={classes.option}
      aria-pressed={isOn}
      title={title}
      onClick={onClick}
      data-testid={testId}
    >
      {children}
    </Flex>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <Text span inherit c="dimmed" className="numbers">
      {number(count)}
    </Text>
  );
}
