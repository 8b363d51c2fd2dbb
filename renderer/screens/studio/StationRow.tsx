/** One station: who is there, what it does, and what can be done with it. */

import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { joinList } from '../../../contract/messages/format-message.ts';
import type { StudioStation } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { Picture } from '../../components/picture/Thumbnail.tsx';
import { sideFor } from '../../components/picture/thumbnailSide.ts';
import { StateDot } from '../../components/status/StateDot.tsx';
import { baseName, formatDuration } from '../../locales/format.ts';
import { paceParts } from './headline.ts';
import classes from './Studio.module.css';
import { activityText, toneOf } from './stations.ts';

/** Px on the screen. */
const thumbnail = 32;
/** Ms: a station says every few seconds that it is there. */
const justHeard = 20_000;

interface StationRowProps {
  readonly station: StudioStation;
  /** All shares of the studio. */
  readonly shares: readonly string[];
  readonly onChange: () => void;
}

export function StationRow({ station, shares, onChange }: StationRowProps) {
  const { t } = useTranslation();
  const { id, name, person, program, isThisOne, condition, silentMs, watches } = station;
  const who = [...(isThisOne ? [t('studio.stations.thisOne')] : []), ...(person === '' ? [] : [person])].join(' · ');
  const lastHeartbeat =
    silentMs === null
      ? ''
      : silentMs < justHeard
        ? t('studio.stations.now')
        : t('studio.stations.ago', { time: formatDuration(silentMs) });
  return (
    <tr data-condition={condition} data-testid={`studio-station-${id}`}>
      <th scope="row" title={program}>
        <div className={classes.beside}>
          <StateDot tone={toneOf(station)} />
          <div className={classes.two}>
            <span className="ellipsis">{name}</span>
            {who !== '' && <small className="ellipsis">{who}</small>}
          </div>
        </div>
      </th>
      <td>
        <Doing station={station} />
      </td>
      <td className={classes.number}>{paceParts(station.perMinute, t)}</td>
      <td className="numbers">{lastHeartbeat}</td>
      <td>
        <Shares reached={station.shares} all={shares} />
      </td>
      <td>
        {watches.length > 0 && (
          <span className="ellipsis" title={watches.join('\n')}>
            {watches.length === 1
              ? baseName(watches[0] as string)
              : t('studio.stations.folders', { count: watches.length })}
          </span>
        )}
      </td>
      <td>{condition !== 'left' && <StationMenu station={station} onChange={onChange} />}</td>
    </tr>
  );
}

function Doing({ station }: { readonly station: StudioStation }) {
  const { t } = useTranslation();
  const { at } = station;
  const words = activityText(station, t);
  return (
    <div className={classes.beside}>
      {at?.photographId != null && (
        <Picture
          src={imageUrl.photographThumbnail(at.photographId, sideFor(thumbnail))}
          alt=""
          className={classes.thumbnail}
        />
      )}
      <div className={classes.two}>
        {at !== null && (
          <span className="ellipsis" title={at.name}>
            {at.name}
          </span>
        )}
        {words !== '' && (at === null ? <span className={classes.dim}>{words}</span> : <small>{words}</small>)}
      </div>
    </div>
  );
}

/** Shares of the studio by name: those that the station reaches, and below them those that it does not. */
function Shares({ reached, all }: { readonly reached: readonly string[]; readonly all: readonly string[] }) {
  const { t } = useTranslation();
  const groups = [
    { isReached: true, Icon: IconCheck, shares: all.filter((share) => reached.includes(share)) },
    { isReached: false, Icon: IconX, shares: all.filter((share) => !reached.includes(share)) },
  ];
  return (
    <div className={classes.two}>
      {groups.map(({ isReached, Icon, shares }) => {
        if (shares.length === 0) return null;
        const label = t(isReached ? 'studio.stations.reachable' : 'studio.stations.unreachable', {
          shares: joinList(shares),
        });
        return (
          <span key={String(isReached)} className={classes.share} data-reached={isReached} title={label}>
            <Icon size={14} aria-hidden />
            {isReached && <VisuallyHidden>{label}</VisuallyHidden>}
            <span className={classes.names} aria-hidden={isReached || undefined}>
              {isReached ? joinList(shares) : label}
            </span>
          </span>
        );
      })}
    </div>
  );
}

function StationMenu({ station, onChange }: Omit<StationRowProps, 'shares'>) {
  const { t } = useTranslation();
  const { id, name, isPaused, isDraining, works } = station;
  const pause = () => request('studio.pause', { station: id, paused: !isPaused }).then(onChange);
  const drain = () => request('studio.drain', { station: id, draining: !isDraining }).then(onChange);
  if (!works) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          size="sm"
          aria-label={t('studio.stations.menu', { name })}
          data-testid={`studio-station-menu-${id}`}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void pause()} data-testid="studio-station-pause">
          {isPaused ? t('studio.stations.resume') : t('studio.stations.pause')}
        </Menu.Item>
        <Menu.Item onClick={() => void drain()} data-testid="studio-station-drain">
          {isDraining ? t('studio.stations.take') : t('studio.stations.drain')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
