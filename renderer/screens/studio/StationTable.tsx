/** Stations of the studio, a row each; absent ones are collapsed. */
import { Box, Paper, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioOverview } from '../../../contract/studio/studio-status.ts';
import { StationRow } from './StationRow.tsx';
import classes from './Studio.module.css';
import { sortStations } from './stations.ts';

/** Name, activity, pace, heartbeat, shares, watch folders, menu. */
const columnWidths = ['18%', '20%', 76, 96, '20%', undefined, 44] as const;

interface StationTableProps extends Pick<StudioOverview, 'stations' | 'shares'> {
  readonly onChange: () => void;
}

export function StationTable({ stations, shares, onChange }: StationTableProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { present, absent } = sortStations(stations);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const row = (station: (typeof stations)[number]) => (
    <StationRow key={station.id} station={station} shares={shares} onChange={onChange} />
  );
  return (
    <section aria-labelledby="studio-stations">
      <Box component="h2" id="studio-stations" m={0} mb="xs" fz="sm">
        {t('studio.stations.title')}
      </Box>
      <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
        <table className={classes.stations} data-testid="studio-stations">
          <colgroup>
            {columnWidths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
              <col key={index} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('studio.stations.name')}</th>
              <th scope="col">{t('studio.stations.doing')}</th>
              <Box component="th" scope="col" ta="right">
                {t('studio.stations.pace')}
              </Box>
              <th scope="col">{t('studio.stations.heard')}</th>
              <th scope="col">{t('studio.stations.shares')}</th>
              <th scope="col">{t('studio.stations.watches')}</th>
              <th scope="col">
                <VisuallyHidden>{t('studio.stations.actions')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>{present.map(row)}</tbody>
          {absent.length > 0 && (
            <tbody>
              <tr>
                <td className={classes.fold} colSpan={columnWidths.length}>
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(!isOpen)}
                    data-testid="studio-away-stations"
                  >
                    <Chevron size={16} aria-hidden />
                    {t('studio.stations.away', { count: absent.length })}
                  </button>
                </td>
              </tr>
              {isOpen && absent.map(row)}
            </tbody>
          )}
        </table>
        {stations.length === 1 && (
          <Text inherit c="dimmed" px="sm" py="xs" style={{ borderTop: '1px solid var(--b-line)' }}>
            {t('studio.stations.only')}
          </Text>
        )}
      </Paper>
    </section>
  );
}
