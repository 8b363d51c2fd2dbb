/** Kept previews: their disk budget, the space they use, and their deletion. */
import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewUsage } from '../../../contract/review/file-availability.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { formatBytes } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

const usageIntervalMs = 5000;

/** MB of 1024 * 1024 bytes; a portrait and its result take about 0.7. */
const defaultBudgetsMb = [0, 1, 2, 5, 10, 20, 50, 100, 200].map((gigabytes) => gigabytes * 1024);

/** Returns the budgets to choose from in MB, which include the `current` one. */
export function budgetChoices(current: number): number[] {
  return [...new Set([...defaultBudgetsMb, current])].sort((a, b) => a - b);
}

function useUsage(): { readonly usage: PreviewUsage | null; readonly read: () => Promise<void> } {
  const [usage, setUsage] = useState<PreviewUsage | null>(null);
  const [read] = useState(() => async () => {
    const reply = await requestQuietly('offline.space');
    if (reply.ok) setUsage(reply.value);
  });
  useEffect(() => {
    void read();
    const timer = setInterval(read, usageIntervalMs);
    return () => clearInterval(timer);
  }, [read]);
  return { usage, read };
}

export function PreviewsSection() {
  const { t } = useTranslation();
  const { keptPreviewsMegabytes: budget } = useData((data) => data.settings);
  const { usage, read } = useUsage();
  const count = usage?.pictures ?? 0;

  const confirmDeletion = (title: string, yes: string, onYes: () => Promise<unknown>) =>
    confirm({
      title,
      text: t('settings.previews.deleteText', { count }),
      yes,
      no: t('actions.keep'),
      onYes: () => void onYes().then(read),
    });
  const choose = (megabytes: number) => {
    const save = () => changeSettings({ keptPreviewsMegabytes: megabytes });
    if (megabytes > 0 || count === 0) return void save();
    confirmDeletion(t('settings.previews.offTitle'), t('settings.previews.offYes'), save);
  };
  return (
    <Section title={t('settings.previews.title')}>
      <SettingRow id="previews" label={t('settings.previews.keep')} help={t('settings.previews.keepHelp')}>
        <Select
          aria-label={t('settings.previews.keep')}
          w={160}
          data={budgetChoices(budget).map((megabytes) => ({
            value: String(megabytes),
            label:
              megabytes === 0
                ? t('settings.previews.off')
                : t('settings.previews.upTo', { size: formatBytes(megabytes * 1024 ** 2) }),
          }))}
          value={String(budget)}
          onChange={(megabytes) => choose(Number(megabytes))}
          data-testid="settings-previews"
        />
      </SettingRow>
      <SettingRow
        id="space"
        label={t('settings.previews.space')}
        help={usage ? t('settings.previews.used', { count, size: formatBytes(usage.bytes) }) : ''}
      >
        <Button
          variant="default"
          size="xs"
          disabled={count === 0}
          onClick={() =>
            confirmDeletion(t('settings.previews.deleteTitle'), t('settings.previews.deleteYes'), () =>
              request('offline.clear'),
            )
          }
          data-testid="settings-previews-delete"
        >
          {t('settings.previews.delete')}
        </Button>
      </SettingRow>
    </Section>
  );
}
