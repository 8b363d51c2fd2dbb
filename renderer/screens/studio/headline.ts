/** The headline of the studio's screen: the most important problem, else a summary. Pure. */
import type { TFunction } from 'i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { StationStatus, StudioOverview } from '../../../contract/studio/studio-status.ts';
import type { Tone } from '../../components/status/StateDot.tsx';
import { studioStatusLine } from '../../components/status/studioStatusLine.ts';
import { formatCount, formatDecimal, formatDuration } from '../../locales/format.ts';

export interface Headline {
  readonly tone: Tone;
  readonly text: string;
  /** Whether photographs wait for a decision of the user. */
  readonly needsDecision?: boolean;
}

/** @param overview null until loaded */
export function headline(status: StationStatus, overview: StudioOverview | null, t: TFunction): Headline {
  if (status.condition !== 'there' || status.sync !== null) return studioStatusLine(status, t);
  if (overview === null) return { tone: 'busy', text: t('studio.head.connecting') };
  return findProblem(overview, t) ?? { tone: 'good', text: summaryText(overview, t) };
}

const sum = (services: StudioOverview['services'], key: 'waiting' | 'atWork' | 'undecided') =>
  services.reduce((total, service) => total + service[key], 0);

function findProblem({ isPaused, stations, services, stranded }: StudioOverview, t: TFunction): Headline | null {
  const waiting = sum(services, 'waiting');
  const undecided = sum(services, 'undecided');
  if (undecided > 0) {
    const text = t('studio.head.undecided', { count: undecided, n: formatCount(undecided) });
    return { tone: 'warn', text, needsDecision: true };
  }
  if (isPaused) return { tone: 'quiet', text: t('studio.head.paused') };
  const isWorkerPresent = stations.some(({ works, condition }) => works && condition === 'there');
  if (waiting > 0 && !isWorkerPresent) {
    return { tone: 'warn', text: t('studio.head.nobody', { count: waiting, n: formatCount(waiting) }) };
  }
  if (stranded > 0)
    return { tone: 'warn', text: t('studio.head.stranded', { count: stranded, n: formatCount(stranded) }) };
  const heldUp = services.find((service) => service.heldUp.length > 0 && service.waiting > 0);
  if (heldUp?.heldUp[0] !== undefined) {
    const text = t('studio.head.heldUp', { service: heldUp.name, why: formatMessage(heldUp.heldUp[0].message) });
    return { tone: 'warn', text };
  }
  const silent = stations.filter(({ condition }) => condition === 'silent');
  const [first] = silent;
  if (first === undefined) return null;
  const text =
    silent.length === 1 && first.silentMs !== null
      ? t('studio.head.silent', { name: first.name, time: formatDuration(first.silentMs) })
      : t('studio.head.silentMany', { count: silent.length });
  return { tone: 'warn', text };
}

function summaryText({ stations, services, perMinute }: StudioOverview, t: TFunction): string {
  const presentCount = stations.filter(({ condition }) => condition === 'there').length;
  const [waiting, atWork] = [sum(services, 'waiting'), sum(services, 'atWork')];
  return [
    t('studio.head.well'),
    t('studio.head.stations', { count: presentCount }),
    ...(waiting > 0 ? [t('studio.waiting', { n: formatCount(waiting) })] : []),
    ...(atWork > 0 ? [t('studio.atWork', { n: formatCount(atWork) })] : []),
    ...paceParts(perMinute, t),
  ].join(' · ');
}

/** Returns "106/min" or "27/h" as a part of a line; nothing if the pace is unknown. */
export function paceParts(perMinute: number | null, t: TFunction): string[] {
  if (perMinute === null) return [];
  const [key, pace] =
    perMinute >= 1 ? (['studio.perMinute', perMinute] as const) : (['studio.perHour', perMinute * 60] as const);
  return [t(key, { n: pace < 10 ? formatDecimal(Math.round(pace * 10) / 10) : formatCount(Math.round(pace)) })];
}
