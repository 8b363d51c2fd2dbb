/** The status of this computer in its studio, as one line. Pure. */
import type { TFunction } from 'i18next';
import { formatMessage, joinSentences } from '../../../contract/messages/format-message.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import { formatCount } from '../../locales/format.ts';
import type { Tone } from './StateDot.tsx';

export interface StudioStatusLine {
  readonly tone: Tone;
  readonly text: string;
}

/** Returns the name of the station, or the problem with the number of unsent changes. */
export function studioStatusLine(status: StationStatus, t: TFunction): StudioStatusLine {
  const { station: name, condition, message, sync, holds } = status;
  switch (condition) {
    case 'away':
    case 'refused': {
      const reason = message === null ? t(`studio.bar.${condition}`) : formatMessage(message);
      return { tone: condition === 'away' ? 'warn' : 'bad', text: joinSentences([reason, ...unsentTexts(status, t)]) };
    }
    case 'connecting':
      return { tone: 'busy', text: t('studio.bar.connecting', { name }) };
    case 'there':
      if (sync !== null) {
        return {
          tone: 'busy',
          text: t('studio.bar.sync', { done: formatCount(sync.done), total: formatCount(sync.total) }),
        };
      }
      if (status.isLeaving) return { tone: 'quiet', text: t('studio.bar.leaving', { count: holds }) };
      if (status.isDraining) {
        const text = holds > 0 ? t('studio.bar.draining', { name, count: holds }) : t('studio.bar.drained', { name });
        return { tone: 'quiet', text };
      }
      if (status.isPaused) return { tone: 'quiet', text: t('studio.bar.paused', { name }) };
      return { tone: 'good', text: name };
    default:
      return condition satisfies never;
  }
}

function unsentTexts({ unsent: { photographs, decisions } }: StationStatus, t: TFunction): string[] {
  return [
    ...(photographs > 0 ? [t('studio.bar.photographs', { count: photographs })] : []),
    ...(decisions > 0 ? [t('studio.bar.decisions', { count: decisions })] : []),
  ];
}
