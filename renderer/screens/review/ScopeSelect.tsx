/** Selects the photographs of a sheet: the selection, the list or the batch, each with its count. */
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportScope } from './export/exportSheet.ts';

interface ScopeSelectProps extends Pick<SegmentedControlProps, 'fullWidth' | 'aria-label'> {
  readonly offers: readonly ExportScope[];
  readonly offerKey: ExportScope['key'] | null;
  readonly onChoose: (key: ExportScope['key']) => void;
  /** Focuses it when the sheet opens. */
  readonly isFirst?: boolean;
  readonly testId: string;
}

export function ScopeSelect({ offers, offerKey, onChoose, isFirst = false, testId, ...others }: ScopeSelectProps) {
  const { t } = useTranslation();
  const control = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isFirst) control.current?.querySelector('input:checked')?.setAttribute('data-autofocus', '');
  }, [isFirst]);
  const wordsOf = ({ key, count }: ExportScope) => t(`exporting.which.${key}`, { count });
  const [first, second] = offers;
  if (first && !second) return <span data-testid={testId}>{wordsOf(first)}</span>;
  return (
    <SegmentedControl
      ref={control}
      size="xs"
      value={offerKey ?? ''}
      onChange={(key) => onChoose(key as ExportScope['key'])}
      data={offers.map((offer) => ({ value: offer.key, label: wordsOf(offer) }))}
      data-testid={testId}
      {...others}
    />
  );
}
