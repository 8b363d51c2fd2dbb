/** The order of stations on the screen, and what each is doing, in words. Pure. */
import type { TFunction } from 'i18next';
import { compareNames } from '../../../contract/messages/format-message.ts';
import type { StudioService, StudioStation } from '../../../contract/studio/studio-status.ts';
import type { Tone } from '../../components/status/StateDot.tsx';

export interface SortedStations {
  /** This one first, then those that are there, then those that were not heard for a while; each by name. */
  readonly present: readonly StudioStation[];
  /** Gone, then closed. */
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

/** Returns the stations with a key for a service, and how many of those that are there may use it. */
export function serviceStations(
  { id, refused }: Pick<StudioService, 'id' | 'refused'>,
  stations: readonly StudioStation[],
): SortedStations & { readonly allowedCount: number } {
  const sorted = sortStations(stations.filter(({ services }) => services.includes(id)));
  const allowedCount = sorted.present.filter((station) => !refused.includes(station.id)).length;
  return { ...sorted, allowedCount };
}

/** How a station looks beside its name. */
export function toneOf({ condition, isPaused, isDraining, holds, works }: StudioStation): Tone {
  if (condition === 'silent') return 'warn';
  if (condition !== 'there' || isPaused || isDraining || !works) return 'quiet';
  return holds > 0 ? 'busy' : 'good';
}

/** What a station is doing beside the photograph that stands for its work; '' where that says all. */
export function activityText(station: StudioStation, t: TFunction): string {
  const { condition, isPaused, isDraining, holds, works, at } = station;
  const more = at === null ? holds : holds - 1;
  const work =
    more < 1
      ? []
      : [at === null ? t('studio.stations.has', { count: more }) : t('studio.stations.more', { count: more })];
  if (condition !== 'there') return [t(`studio.stations.conditions.${condition}`), ...work].join(' · ');
  const isStandstill = isPaused
    ? [t('studio.stations.paused')]
    : isDraining
      ? [holds > 0 ? t('studio.stations.draining') : t('studio.stations.drained')]
      : works
        ? []
        : [t('studio.stations.desk')];
  if (isStandstill.length === 0 && holds === 0) return t('studio.stations.idle');
  return [...work, ...isStandstill].join(' · ');
}
