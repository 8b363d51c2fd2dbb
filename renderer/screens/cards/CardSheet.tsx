/** The sheet that copies a card: source, destinations, subfolders, and the next step. */
import { Button, Group, Input, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { afterCopying, copySubfolders } from '../../../contract/intake/cards.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { PathField } from '../../forms/PathField.tsx';
import { formatBytes, formatCount as number } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { recipeForAdding } from '../../state/processing/intake.ts';
import { changeCopy, chooseCopyFolder, closeCardSheet, copyNow, useCards } from './cardCopy.ts';

const orNull = (path: string) => (path === '' ? null : path);

export function CardSheet() {
  const { t } = useTranslation();
  const { isOpen, options, plan, error } = useCards();
  const recipe = useData(recipeForAdding);
  const subfolders = useId();
  const isReady = plan !== null && error === null;
  return (
    <Sheet opened={isOpen} onClose={closeCardSheet} title={t('cards.title')} size={560} data-testid="card">
      <Stack gap="sm" miw={0}>
        <PathField
          label={t('cards.from')}
          path={orNull(options.from)}
          placeholder={t('cards.noFrom')}
          onChoose={() => void chooseCopyFolder('from')}
          isFirst
          testId="card-from"
        />
        <PathField
          label={t('cards.to')}
          path={orNull(options.to)}
          placeholder={t('cards.noTo')}
          onChoose={() => void chooseCopyFolder('to')}
          testId="card-to"
        />
        <PathField
          label={t('cards.second')}
          help={t('cards.secondHelp')}
          path={orNull(options.second)}
          placeholder={t('cards.noSecond')}
          onChoose={() => void chooseCopyFolder('second')}
          onClear={() => changeCopy({ second: '' })}
          clearLabel={t('cards.clearSecond')}
          testId="card-second"
        />
        <Input.Wrapper label={t('cards.subfolders')} labelElement="div" labelProps={{ id: subfolders }}>
          <SegmentedControl
            fullWidth
            aria-labelledby={subfolders}
            data={copySubfolders.toReversed().map((value) => ({ value, label: t(`cards.subfolder.${value}`) }))}
            value={options.subfolders}
            onChange={(value) => changeCopy({ subfolders: value })}
            data-testid="card-subfolders"
          />
        </Input.Wrapper>
        <Select
          label={t('cards.after')}
          data={afterCopying.map((value) => ({
            value,
            label: t(`cards.afterwards.${value}`, { recipe: recipe?.name ?? '' }),
          }))}
          value={options.after}
          onChange={(value) => value !== null && changeCopy({ after: value })}
          allowDeselect={false}
          data-testid="card-after"
        />
        <CopySummary />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="subtle" color="gray" onClick={closeCardSheet} data-testid="card-cancel">
          {t('actions.cancel')}
        </Button>
        <Button onClick={() => void copyNow()} disabled={!isReady} data-testid="card-go">
          {t('cards.go')}
        </Button>
      </Group>
    </Sheet>
  );
}

/** Size of the copy, or the reason why it cannot start. */
function CopySummary() {
  const { t } = useTranslation();
  const { options, plan, error, isReading } = useCards();
  const counted = (count: number) => ({ count, number: number(count) });
  // Show no error before both folders are chosen.
  const isWrong = error !== null && options.from !== '' && options.to !== '';
  return (
    // One line more or less must not move the buttons.
    <Stack gap={4} mih={64} style={{ overflowWrap: 'anywhere' }} role="status" data-testid="card-sum">
      {isReading && <Text inherit>{t('cards.reading')}</Text>}
      {plan !== null && plan.files > 0 && (
        <Text inherit className="numbers">
          {t('cards.found', { ...counted(plan.photographs), size: formatBytes(plan.bytes) })}
          {plan.existing > 0 && ` ${t('cards.there', counted(plan.existing))}`}
          {plan.otherFiles > 0 && ` ${t('cards.others', counted(plan.otherFiles))}`}
        </Text>
      )}
      {isWrong && (
        <Text inherit c="var(--b-uncertain)">
          {formatMessage(error)}
        </Text>
      )}
      <Text inherit c="dimmed">
        {t('cards.promise')}
      </Text>
    </Stack>
  );
}
