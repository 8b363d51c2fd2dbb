/** Availability of the active photograph's files. */
import i18next from 'i18next';
import { useEffect } from 'react';
import { create } from 'zustand';
import type { FilePresence, PhotographPresence } from '../../../contract/review/file-availability.ts';
import type { VersionView } from '../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../bridge.ts';
import { folderName } from '../../locales/format.ts';
import { missingShareOf } from '../data/sharePaths.ts';
import { useData } from '../data/store.ts';
import { rowOf } from '../lists/pagedList.ts';
import { photographList } from './photographList.ts';

/** Cards and disks come and go. */
const pollMs = 4000;

/** For menus whose commands call `fileAvailabilityOf`. */
export const useActiveFiles = create<{ readonly presence: PhotographPresence | null }>(() => ({ presence: null }));

/** Updates the tile if the result has become available or missing. */
function updateRow({ photographId, results }: PhotographPresence): void {
  const row = rowOf(photographList.now(), photographId);
  const state = results.find(({ resultId }) => resultId === row?.shown?.id)?.state ?? 'unknown';
  if (!row?.shown || state === 'unknown' || (state === 'here') === row.shown.present) return;
  photographList.update([{ ...row, shown: { ...row.shown, present: state === 'here' } }]);
}

export function useFollowFiles(photographId: number | null): void {
  const version = useData((data) => data.photographsVersion);
  useEffect(() => pollFiles(photographId, version), [photographId, version]);
}

/** Polls the files of a photograph. Another version starts again. */
function pollFiles(photographId: number | null, _version: number): (() => void) | undefined {
  if (photographId === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCurrent = true;
  const read = async () => {
    const reply = await requestQuietly('offline.presence', { ids: [photographId] });
    if (!isCurrent) return;
    timer = setTimeout(read, pollMs);
    if (!reply.ok) return;
    const [presence = null] = reply.value;
    const isSame = JSON.stringify(presence) === JSON.stringify(useActiveFiles.getState().presence);
    if (!isSame) useActiveFiles.setState({ presence });
    if (presence !== null) updateRow(presence);
  };
  void read();
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}

type ActiveFiles = ReturnType<typeof useActiveFiles.getState>;
const ofPhotograph = ({ presence }: ActiveFiles, photographId: number | null) =>
  presence?.photographId === photographId ? presence : null;

/** Returns null for photographs other than the active one. */
export const useFileAvailability = (photographId: number | null): PhotographPresence | null =>
  useActiveFiles((files) => ofPhotograph(files, photographId));
/** @see useFileAvailability */
export const fileAvailabilityOf = (photographId: number | null): PhotographPresence | null =>
  ofPhotograph(useActiveFiles.getState(), photographId);

/** True if that is unknown. */
export const isShowable = (file: FilePresence | undefined): boolean =>
  file === undefined || file.state === 'here' || file.state === 'unknown' || file.hasPreview;

/** Returns null if the file is available, or if that is unknown. */
export function missingFileText(
  { state, path, volume }: Pick<FilePresence, 'state' | 'path' | 'volume'>,
  subject: 'photograph' | 'result',
): string | null {
  if (state === 'here' || state === 'unknown') return null;
  const { t } = i18next;
  const kind = subject === 'photograph' ? 'original' : 'result';
  const share = missingShareOf(path);
  if (share !== null) return t('studio.share.missing', { share });
  if (state === 'outside') return t(`review.away.${kind}Outside`);
  return state === 'away' && volume !== null
    ? t(`review.away.${kind}OnDisk`, { volume })
    : t(`review.away.${kind}Gone`, { folder: folderName(path) });
}

/** Returns why a result is not available, or null. Falls back to `present` of its row. */
export function whyNoResult(
  { id, path, present }: Pick<VersionView, 'id' | 'path' | 'present'>,
  presence: PhotographPresence | null,
): string | null {
  if (path === null) return null;
  const file = presence?.results.find(({ resultId }) => resultId === id);
  if (file !== undefined && file.state !== 'unknown') return missingFileText(file, 'result');
  return present ? null : missingFileText({ state: 'gone', path, volume: null }, 'result');
}

/** Returns why the original is not available, or null. Another station may have a share that is missing here. */
export const whyNoOriginal = (presence: PhotographPresence | null): string | null =>
  presence === null || missingShareOf(presence.original.path) !== null
    ? null
    : missingFileText(presence.original, 'photograph');
