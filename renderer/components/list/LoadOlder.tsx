/** The footer of a list if older work is in the studio only, with a button that loads it. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { longDay } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';

export function LoadOlder() {
  const { t } = useTranslation();
  const olderThan = useData((data) => data.studio?.olderThan ?? null);
  const isConnected = useData((data) => data.studio?.condition === 'there');
  const [isLoading, setLoading] = useState(false);
  if (olderThan === null) return null;
  const load = async () => {
    setLoading(true);
    await request('studio.fetchOlder');
    setLoading(false);
  };
  return (
    <Group
      gap="xs"
      flex="none"
      px="md"
      py="xs"
      fz="xs"
      lh="16px"
      c="dimmed"
      style={{ borderTop: '1px solid var(--b-line)' }}
      data-testid="older-work"
    >
      <span>{t('studio.older.text', { day: longDay(olderThan) })}</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isConnected}
        loading={isLoading}
        onClick={() => void load()}
        data-testid="older-work-get"
      >
        {t('studio.older.get')}
      </Button>
    </Group>
  );
}
