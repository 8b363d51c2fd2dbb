/** Costs of a service: sums of its ledger, which can be saved as a table, and whose file names can be deleted. */
import { Box, Button, Drawer, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChargeGroup, type ChargeSum, chargeGroups } from '../../../contract/services/costs.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { request } from '../../bridge.ts';
import { formatDecimal, longDay } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { confirm } from '../../state/window/confirmDialog.ts';

interface CostsDrawerProps {
  /** Null = the drawer is closed. */
  readonly profile: Profile | null;
  readonly onClose: () => void;
}

export function CostsDrawer({ profile, onClose }: CostsDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={profile !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={profile && t('costs.ledger.title', { name: profile.name })}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="costs-drawer"
    >
      {profile && <Ledger key={profile.id} profileId={profile.id} />}
    </Drawer>
  );
}

function Ledger({ profileId }: { readonly profileId: string }) {
  const { t } = useTranslation();
  const [by, setBy] = useState<ChargeGroup>('day');
  const [sums, setSums] = useState<readonly ChargeSum[] | null>(null);
  useEffect(() => {
    let isOver = false;
    void request('costs.sums', { profileId, by }).then((reply) => {
      if (reply.ok && !isOver) setSums(reply.value);
    });
    return () => {
      isOver = true;
    };
  }, [profileId, by]);

  const save = async (format: 'csv' | 'json') => {
    const folder = await request('app.chooseFolder', { title: t('costs.ledger.saveTitle'), start: null });
    if (!folder.ok || folder.value === null) return;
    const reply = await request('costs.save', { profileId, format, folder: folder.value.id });
    if (reply.ok) notify({ tone: 'success', text: () => i18next.t('costs.ledger.saved', { name: reply.value }) });
  };
  const forget = () =>
    confirm({
      title: t('costs.ledger.forgetTitle'),
      text: t('costs.ledger.forgetText'),
      yes: t('costs.ledger.forgetYes'),
      no: t('actions.keep'),
      onYes: async () => {
        const reply = await request('costs.forget', { profileId });
        if (reply.ok)
          notify({ tone: 'success', text: () => i18next.t('costs.ledger.forgotten', { count: reply.value }) });
      },
    });
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('costs.ledger.by')}
        data={chargeGroups.map((group) => ({ value: group, label: t(`costs.ledger.groups.${group}`) }))}
        value={by}
        onChange={(group) => setBy(group as ChargeGroup)}
        data-testid="costs-by"
      />
      {sums?.length === 0 && (
        <Text inherit c="dimmed">
          {t('costs.ledger.empty')}
        </Text>
      )}
      {sums !== null && sums.length > 0 && <Sums sums={sums} group={by} />}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => void save('csv')}
          data-autofocus
          data-testid="costs-save-csv"
        >
          {t('costs.ledger.saveCsv')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void save('json')} data-testid="costs-save-json">
          {t('costs.ledger.saveJson')}
        </Button>
        <Button size="xs" variant="subtle" onClick={forget} data-testid="costs-forget">
          {t('costs.ledger.forget')}
        </Button>
      </Group>
    </Stack>
  );
}

function Sums({ sums, group }: { readonly sums: readonly ChargeSum[]; readonly group: ChargeGroup }) {
  const { t } = useTranslation();
  const total = (select: (sum: ChargeSum) => number) => sums.reduce((all, sum) => all + select(sum), 0);
  const sumOfAll: ChargeSum = {
    of: t('costs.ledger.total'),
    requests: total(({ requests }) => requests),
    charged: total(({ charged }) => charged),
    open: total(({ open }) => open),
    uncertain: total(({ uncertain }) => uncertain),
    unknown: total(({ unknown }) => unknown),
  };
  return (
    <Table className="numbers" data-testid="costs-table" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t(`costs.ledger.of.${group}`)}</Table.Th>
          <Table.Th ta="right">{t('costs.ledger.requests')}</Table.Th>
          <Table.Th ta="right">{t('costs.ledger.charged')}</Table.Th>
          <Table.Th ta="right" title={t('costs.ledger.perhapsHelp')}>
            {t('costs.ledger.perhaps')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sums.map((sum) => (
          <SumRow key={sum.of} sum={sum} name={group === 'day' ? formatDay(sum.of) : sum.of} />
        ))}
      </Table.Tbody>
      {sums.length > 1 && (
        <Table.Tfoot fw={600}>
          <SumRow sum={sumOfAll} name={sumOfAll.of} />
        </Table.Tfoot>
      )}
    </Table>
  );
}

function SumRow({ sum, name }: { readonly sum: ChargeSum; readonly name: string }) {
  const { t } = useTranslation();
  const { requests, charged, open, uncertain, unknown } = sum;
  return (
    <Table.Tr>
      <Table.Td>
        {name === '' ? t('costs.ledger.previews') : name}
        {unknown > 0 && (
          <Box component="small" c="dimmed">
            {' '}
            · {t('costs.ledger.unknown', { count: unknown })}
          </Box>
        )}
      </Table.Td>
      <Table.Td ta="right">{requests}</Table.Td>
      <Table.Td ta="right">{formatDecimal(charged)}</Table.Td>
      <Table.Td ta="right">{open + uncertain > 0 ? formatDecimal(open + uncertain) : ''}</Table.Td>
    </Table.Tr>
  );
}

/** @param day such as 2026-11-28 */
function formatDay(day: string): string {
  return longDay(new Date(`${day}T12:00:00`).getTime());
}
