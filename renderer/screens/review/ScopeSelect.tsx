/** Which photographs a sheet is about: those chosen, those of the list, those of the batch; each with how many there are. */
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportScope } from './export/exportSheet.ts';

interface OfferChoiceProps extends Pick<SegmentedControlProps, 'fullWidth' | 'aria-label'> {
  readonly offers: readonly ExportScope[];
  readonly offerKey: ExportScope['key'] | null;
  readonly onChoose: (key: ExportScope['key']) => void;
  /** A sheet begins here. */
  readonly isFirst?: boolean;
  readonly testId: string;
}

export function ScopeSelect({ offers, offerKey, onChoose, isFirst = false, testId, ...others }: OfferChoiceProps) {
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
