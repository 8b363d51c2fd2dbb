/** Where the files of a photograph are, as far as it can be told in short time. */
import { useEffect, useState } from 'react';
import type { FilePresence, PhotographPresence } from '../../contract/review/file-availability.ts';
import { requestQuietly } from '../bridge.ts';
import { useData } from './store.ts';

/** Cards are taken out and put in again while one looks: it is looked again this often, ms. */
const askAgain = 4000;

/** Null until it is known. */
export function useFileAvailability(photographId: number | null): PhotographPresence | null {
  const version = useData((data) => data.photographsVersion);
  const [presence, setPresence] = useState<PhotographPresence | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that files may have been found
  useEffect(() => {
    if (photographId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const read = async () => {
      const reply = await requestQuietly('offline.presence', { ids: [photographId] });
      if (!isCurrent) return;
      timer = setTimeout(read, askAgain);
      if (!reply.ok) return;
      const [found = null] = reply.value;
      setPresence((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [photographId, version]);
  return presence?.photographId === photographId ? presence : null;
}

/** True where a picture can be shown: of the file, or of what is kept of it. What is not known yet is tried. */
export const isShowable = (file: FilePresence | undefined): boolean =>
  file === undefined || file.state === 'here' || file.state === 'unknown' || file.hasPreview;
