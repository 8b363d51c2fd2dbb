/** Stations, a row each; those that are gone or closed are one line until somebody wants to see them. */
import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioOverview } from '../../../contract/studio/studio-status.ts';
import { StationRow } from './StationRow.tsx';
import classes from './Studio.module.css';
import { sortStations } from './stations.ts';

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
    <section className={classes.section} aria-labelledby="studio-stations">
      <h2 id="studio-stations">{t('studio.stations.title')}</h2>
      <div className={classes.frame}>
        <table className={classes.stations} data-testid="studio-stations">
          <thead>
            <tr>
              <th scope="col">{t('studio.stations.name')}</th>
              <th scope="col">{t('studio.stations.doing')}</th>
              <th scope="col" className={classes.number}>
                {t('studio.stations.pace')}
              </th>
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
              <tr className={classes.fold}>
                <td colSpan={7}>
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
        {stations.length === 1 && <p className={classes.hint}>{t('studio.stations.only')}</p>}
      </div>
    </section>
  );
}
