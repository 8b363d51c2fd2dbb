/** The order of stations on the screen, and descriptions of their activity. Pure. */
import type { TFunction } from 'i18next';
import { compareNames } from '../../../contract/messages/format-message.ts';
import type { StudioService, StudioStation } from '../../../contract/studio/studio-status.ts';
import type { Tone } from '../../components/status/StateDot.tsx';

export interface SortedStations {
  /** This computer, then connected stations, then silent ones, each by name. */
  readonly present: readonly StudioStation[];
  /** Lost stations, then closed ones. */
  readonly absent: readonly StudioStation[];
}

const ranks: Readonly<Record<StudioStation['condition'], number>> = { there: 0, silent: 1, gone: 2, left: 3 };

export function sortStations(stations: readonly StudioStation[]): SortedStations {
  const all = stations.toSorted(
    (a, b) =>
      Number(b.isThisOne) - Number(a.isThisOne) ||
      ranks[a.condition] - ranks[b.condition] ||
      compareNames(a.name, b.name) ||
      compareNames(a.id, b.id),
  );
  const isAway = ({ condition, isThisOne }: StudioStation) =>
    !isThisOne && (condition === 'gone' || condition === 'left');
  return { present: all.filter((station) => !isAway(station)), absent: all.filter(isAway) };
}

/** Returns the stations with a key for a service, and how many present ones have access. */
export function serviceStations(
  { id, refused }: Pick<StudioService, 'id' | 'refused'>,
  stations: readonly StudioStation[],
): SortedStations & { readonly allowedCount: number } {
  const sorted = sortStations(stations.filter(({ services }) => services.includes(id)));
  const allowedCount = sorted.present.filter((station) => !refused.includes(station.id)).length;
  return { ...sorted, allowedCount };
}

/** Returns the tone of the dot next to a station's name. */
export function toneOf({ condition, isPaused, isDraining, holds, works }: StudioStation): Tone {
  if (condition === 'silent') return 'warn';
  if (condition !== 'there' || isPaused || isDraining || !works) return 'quiet';
  return holds > 0 ? 'busy' : 'good';
}

/** Describes a station's work, except for its shown photograph. Returns '' if that is all of it. */
export function activityText(station: StudioStation, t: TFunction): string {
  const { condition, isPaused, isDraining, holds, works, at } = station;
  const more = at === null ? holds : holds - 1;
  const work =
    more < 1
      ? []
      : [at === null ? t('studio.stations.has', { count: more }) : t('studio.stations.more', { count: more })];
  if (condition !== 'there') return [t(`studio.stations.conditions.${condition}`), ...work].join(' · ');
  const reasons = isPaused
    ? [t('studio.stations.paused')]
    : isDraining
      ? [holds > 0 ? t('studio.stations.draining') : t('studio.stations.drained')]
      : works
        ? []
        : [t('studio.stations.desk')];
  if (reasons.length === 0 && holds === 0) return t('studio.stations.idle');
  return [...work, ...reasons].join(' · ');
}
