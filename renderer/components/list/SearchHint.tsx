/** A hint below a focused, empty search field. */
import { Tooltip } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchHintProps {
  readonly isEmpty: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function SearchHint({ isEmpty, className, children }: SearchHintProps) {
  const { t } = useTranslation();
  const { ref, focused } = useFocusWithin();
  return (
    <Tooltip label={t('search.hint')} opened={focused && isEmpty} position="bottom-end" multiline w={300}>
      <div ref={ref} className={className}>
        {children}
      </div>
    </Tooltip>
  );
}
