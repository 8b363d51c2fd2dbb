/** The toolbar of comparison and survey. */
import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackButton } from '../../../components/actions/BackButton.tsx';
import { closePanes, usePanes } from '../../../state/review/panesStore.ts';
import classes from '../Review.module.css';

interface PanesBarProps {
  readonly title: string;
  readonly note?: string;
  /** Number of photographs that do not fit. */
  readonly left: number;
  readonly children?: ReactNode;
}

export function PanesBar({ title, note = '', left, children }: PanesBarProps) {
  const { t } = useTranslation();
  const from = usePanes((state) => state.from);
  const text = left > 0 ? t('panes.left', { count: left }) : note;
  return (
    <Flex component="header" className={classes.bar} gap={12}>
      <BackButton label={t(`panes.back.${from}`)} onClick={closePanes} testId="panes-back" />
      <Box component="h1" className="ellipsis" data-testid="panes-title">
        {title}
      </Box>
      <Text span inherit c="dimmed" flex="1 1 0" className="ellipsis" title={text} data-testid="panes-note">
        {text}
      </Text>
      {children}
    </Flex>
  );
}
