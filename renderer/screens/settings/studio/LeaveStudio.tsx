/** The confirmation before this computer leaves its studio, and the choice for shared photographs in progress. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../bridge.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { useData } from '../../../state/data/store.ts';

export function LeaveStudio({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const count = useData((data) => data.studio?.holds ?? 0);
  const [choice, setChoice] = useState<'finish' | 'give-back' | null>(null);
  const leaveStudio = async (first: 'finish' | 'give-back') => {
    setChoice(first);
    const reply = await request('studio.leave', { first });
    setChoice(null);
    if (reply.ok) onClose();
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      size={600}
      title={t('joining.leave.title')}
      data-testid="studio-leave-question"
    >
      <Text size="sm">{count > 0 ? t('joining.leave.holds', { count }) : t('joining.leave.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus data-testid="studio-leave-no">
          {t('actions.cancel')}
        </Button>
        <Button
          variant="default"
          loading={choice === 'give-back'}
          onClick={() => void leaveStudio('give-back')}
          data-testid="studio-leave-give-back"
        >
          {count > 0 ? t('joining.leave.giveBack', { count }) : t('joining.leave.yes')}
        </Button>
        {count > 0 && (
          <Button
            loading={choice === 'finish'}
            onClick={() => void leaveStudio('finish')}
            data-testid="studio-leave-finish"
          >
            {t('joining.leave.finish', { count })}
          </Button>
        )}
      </Group>
    </Sheet>
  );
}
