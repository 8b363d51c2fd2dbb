/** Photo info off the command line: what is written about the photographs that a command takes in. */

import { msg } from '../../contract/messages/message.ts';
import { detailsChangeSchema, type PhotoInfo, type PhotoInfoChange } from '../../contract/review/photo-info.ts';
import type { Store } from '../store/index.ts';
import { readOptions } from './parse-options.ts';
import { quotedList, UsageError } from './parse-recipe.ts';

export interface InfoOptions {
  readonly headline?: string;
  readonly description?: string;
  /** Between commas. */
  readonly keywords?: string;
  readonly creator?: string;
  readonly copyright?: string;
  /** The name of a preset; what else is given goes over it. */
  readonly infoPreset?: string;
}

type OnJobs = (ids: readonly number[]) => void;

/**
 * Sets what was asked for of the photographs of these jobs, as soon as they are there: before any of them is finished.
 * @throws UsageError where it cannot be set so, or where there is no such preset
 */
export function addPhotoInfo(
  { headline, description, keywords, creator, copyright, infoPreset }: InfoOptions,
  { photographDetails, detailsPresets, jobs }: Pick<Store, 'photographDetails' | 'detailsPresets' | 'jobs'>,
): (onJobs: OnJobs) => OnJobs {
  const preset = infoPreset === undefined ? null : presetNamed(infoPreset, detailsPresets.list());
  const texts = Object.entries(preset?.details ?? {}).filter(([name, text]) => name !== 'keywords' && text !== '');
  const given = Object.entries({ headline, description, creator, copyright }).filter(([, text]) => text !== undefined);
  const words = (keywords ?? '').split(/[,;]/).filter((word) => word.trim() !== '');
  const requested = {
    ...Object.fromEntries([...texts, ...given]),
    add: [...(preset?.details.keywords ?? []), ...words],
  };
  const change: PhotoInfoChange = readOptions(detailsChangeSchema, requested, msg('cli.info.options'), {
    add: 'keywords',
  });
  if (Object.keys(requested).length === 1 && change.add.length === 0) return (onJobs) => onJobs;
  return (onJobs) => (ids) => {
    photographDetails.set([...new Set(ids.flatMap((id) => jobs.get(id)?.photographId ?? []))], change);
    onJobs(ids);
  };
}

interface Named {
  readonly name: string;
  readonly details: PhotoInfo;
}

function presetNamed<P extends Named>(words: string, known: readonly P[]): P {
  const wanted = words.trim().toLowerCase();
  const found = known.find(({ name }) => name.toLowerCase() === wanted);
  if (found) return found;
  const presets = quotedList(known.map(({ name }) => name));
  throw new UsageError(msg('cli.info.unknown', { preset: words, presets }));
}
