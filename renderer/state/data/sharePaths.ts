/** Paths in shares that this computer does not have: `share://<share>/<path>`. */
import i18next from 'i18next';
import { folderName } from '../../locales/format.ts';

/** Returns the share, or null for a path on this computer. */
export function missingShareOf(path: string): string | null {
  return /^share:\/\/([^/]+)\//.exec(path)?.[1] ?? null;
}

export function formatFolder(path: string): string {
  const share = missingShareOf(path);
  if (share === null) return folderName(path);
  const folder = folderName(path).slice(`share://${share}/`.length);
  return folder === ''
    ? i18next.t('studio.share.root', { share })
    : i18next.t('studio.share.folder', { folder, share });
}

/** Returns "Anna at Desk 2". */
export function formatAddedBy({ person, station }: { readonly person: string; readonly station: string }): string {
  return person === '' ? station : i18next.t('studio.by', { person, station });
}
