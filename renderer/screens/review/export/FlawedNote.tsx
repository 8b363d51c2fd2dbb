/** Warns of flawed results before delivery, and shows them in Review or leaves them out. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconEyeExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FlawedResults } from '../../../../contract/delivery/export.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { selectPhotographs } from '../selectPhotographs.ts';
import classes from './Export.module.css';

interface FlawedNoteProps {
  readonly flawed: FlawedResults;
  readonly isLeftOut: boolean;
  readonly onLeaveOut: (isLeftOut: boolean) => void;
  readonly onClose: () => void;
  readonly testId: string;
}

export function FlawedNote({ flawed: { results, kinds }, isLeftOut, onLeaveOut, onClose, testId }: FlawedNoteProps) {
  const { t } = useTranslation();
  if (results.length === 0) return null;
  const show = () => {
    onClose();
    void selectPhotographs([...new Set(results.map(({ photographId }) => photographId))]);
  };
  return (
    <Stack
      component="section"
      className={classes.flawed}
      gap="xs"
      px="sm"
      py="xs"
      bdrs="md"
      fz="xs"
      lh="16px"
      data-quiet={isLeftOut || undefined}
      data-testid={testId}
    >
      {kinds.map(({ kind, count }) => (
        <Group key={kind} component="p" gap={6} wrap="nowrap" align="stretch" m={0}>
          <IconEyeExclamation size={14} aria-hidden />
          {t('exporting.flawed.marked', { count, number: number(count), mark: t(`looks.kinds.${kind}`) })}
        </Group>
      ))}
      {isLeftOut && (
        <Text inherit>{t('exporting.flawed.leftOut', { count: results.length, number: number(results.length) })}</Text>
      )}
      <Group gap="xs">
        <Button size="compact-xs" variant="default" onClick={show} data-testid={`${testId}-show`}>
          {t('exporting.flawed.show', { count: results.length })}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onLeaveOut(!isLeftOut)}
          data-testid={`${testId}-leaveOut`}
        >
          {t(isLeftOut ? 'exporting.flawed.include' : 'exporting.flawed.leaveOut', { count: results.length })}
        </Button>
      </Group>
    </Stack>
  );
}
