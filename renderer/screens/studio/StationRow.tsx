/** A row of the table of stations: name and person, activity, shares and a menu. */
import { ActionIcon, Box, Group, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { joinList } from '../../../contract/messages/format-message.ts';
import type { StudioStation } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { Note } from '../../components/Note.tsx';
import { Picture } from '../../components/picture/Thumbnail.tsx';
import { sideFor } from '../../components/picture/thumbnailSide.ts';
import { StateDot } from '../../components/status/StateDot.tsx';
import { baseName, formatDuration } from '../../locales/format.ts';
import { paceParts } from './headline.ts';
import classes from './Studio.module.css';
import { activityText, toneOf } from './stations.ts';

const thumbnailSidePx = 32;
/** Heartbeats come every few seconds. */
const recentHeartbeatMs = 20_000;

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
      : silentMs < recentHeartbeatMs
        ? t('studio.stations.now')
        : t('studio.stations.ago', { time: formatDuration(silentMs) });
  return (
    <tr data-condition={condition} data-testid={`studio-station-${id}`}>
      <th scope="row" title={program}>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <StateDot tone={toneOf(station)} />
          <Stack gap={0} miw={0}>
            <span className="ellipsis">{name}</span>
            {who !== '' && (
              <Note span truncate>
                {who}
              </Note>
            )}
          </Stack>
        </Group>
      </th>
      <td>
        <Activity station={station} />
      </td>
      <Box component="td" ta="right" className="numbers">
        {paceParts(station.perMinute, t)}
      </Box>
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

function Activity({ station }: { readonly station: StudioStation }) {
  const { t } = useTranslation();
  const { at } = station;
  const words = activityText(station, t);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      {at?.photographId != null && (
        <Picture
          src={imageUrl.photographThumbnail(at.photographId, sideFor(thumbnailSidePx))}
          alt=""
          className={classes.thumbnail}
        />
      )}
      <Stack gap={0} miw={0}>
        {at !== null && (
          <span className="ellipsis" title={at.name}>
            {at.name}
          </span>
        )}
        {words !== '' &&
          (at === null ? (
            <Text span inherit c="dimmed">
              {words}
            </Text>
          ) : (
            <Note span>{words}</Note>
          ))}
      </Stack>
    </Group>
  );
}

/** Names of the studio's shares: first those the station reaches, then the others. */
function Shares({ reached, all }: { readonly reached: readonly string[]; readonly all: readonly string[] }) {
  const { t } = useTranslation();
  const groups = [
    { isReached: true, Icon: IconCheck, shares: all.filter((share) => reached.includes(share)) },
    { isReached: false, Icon: IconX, shares: all.filter((share) => !reached.includes(share)) },
  ];
  return (
    <Stack gap={0} miw={0}>
      {groups.map(({ isReached, Icon, shares }) => {
        if (shares.length === 0) return null;
        const label = t(isReached ? 'studio.stations.reachable' : 'studio.stations.unreachable', {
          shares: joinList(shares),
        });
        return (
          <Group
            key={String(isReached)}
            gap={4}
            wrap="nowrap"
            miw={0}
            c={isReached ? undefined : 'var(--b-uncertain)'}
            title={label}
          >
            <Icon size={14} style={{ flex: 'none' }} aria-hidden />
            {isReached && <VisuallyHidden>{label}</VisuallyHidden>}
            <Text
              span
              inherit
              lh="16px"
              lineClamp={2}
              style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
              aria-hidden={isReached || undefined}
            >
              {isReached ? joinList(shares) : label}
            </Text>
          </Group>
        );
      })}
    </Stack>
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
