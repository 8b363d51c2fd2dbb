/** Moving originals whose work is all done to "Done" beside them, and back; and telling what came of it. */
import i18next from 'i18next';
import { formatMessage } from '../../contract/format-message.ts';
import type { OriginalsReport } from '../../contract/originals-report.ts';
import type { JobChoice, PhotographChoice } from '../../contract/review/list-queries.ts';
import { notify, request } from '../bridge.ts';
import { formatCount as number } from '../locales/format.ts';
import { currentKey } from './keymap.ts';

export async function moveOriginalsOfJobs(on: JobChoice): Promise<void> {
  const reply = await request('jobs.moveOriginals', { on });
  if (reply.ok) tell(reply.value, 'done');
}

export async function moveOriginals(on: PhotographChoice, to: 'done' | 'back'): Promise<void> {
  const reply = await request('photographs.moveOriginals', { on, to });
  if (reply.ok) tell(reply.value, to);
}

/** So many failures are told; of more, how many they are. */
const mostTold = 3;

function tell({ moved, there, notDone, failed, failedCount }: OriginalsReport, to: 'done' | 'back'): void {
  const { t } = i18next;
  const counted = (count: number) => ({ count, number: number(count), keys: currentKey('app.undo') });
  const told = failed.slice(0, mostTold);
  const text = () =>
    [
      moved > 0 ? t(to === 'done' ? 'originals.moved' : 'originals.back', counted(moved)) : t('originals.none'),
      ...(there > 0 ? [t('originals.there', counted(there))] : []),
      ...(notDone > 0 ? [t('originals.notDone', counted(notDone))] : []),
      ...told.map((each) => formatMessage(each)),
      ...(failedCount > told.length ? [t('originals.more', counted(failedCount - told.length))] : []),
    ].join('\n');
  notify({ tone: failedCount > 0 ? 'warning' : moved > 0 ? 'success' : 'info', text }, { about: 'originals' });
}
