/** What was found where one looks, to filter by: numbers from a least one on, and what is there. */
import { Loader, NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
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
import { findingName } from '../findingWords.ts';
import classes from './Filters.module.css';

/** Null until they are counted. */
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
    const otherFindings = chosen.filter((each) => !isOf(each, finding));
    changeQuery({
      findings: isOn ? [...otherFindings, { kind: finding.kind, text: finding.text, atLeast }] : otherFindings,
    });
  };
  const named = counts.map((each) => ({ ...each, name: findingName(t, each.kind, each.text) }));
  const numbers = named.filter(({ kind }) => isMeasured(kind));
  const things = named
    .filter(({ kind }) => !isMeasured(kind))
    .toSorted((a, b) => b.count - a.count || compareNames(a.name, b.name));
  if (named.length === 0) return <p className={classes.none}>{t('review.found.none')}</p>;
  return (
    <div className={classes.findings} data-testid="finding-choice">
      {numbers.map(({ kind, text, name, count }) => {
        if (!isMeasured(kind)) return null;
        const now = chosen.find((each) => isOf(each, { kind, text }));
        return (
          <div key={kind} className={classes.number}>
            <span>{name}</span>
            <span className={classes.dim}>{number(count)}</span>
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
          </div>
        );
      })}
      {things.map(({ kind, text, name, count }) => {
        const isOn = chosen.some((each) => isOf(each, { kind, text }));
        return (
          <button
            key={`${kind}-${text}`}
            type="button"
            className={classes.thing}
            aria-pressed={isOn}
            onClick={() => set({ kind, text }, null, !isOn)}
            data-testid={`finding-${kind}${text && `-${text}`}`}
          >
            <span className="ellipsis">{name}</span>
            <span className={classes.dim}>{number(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
