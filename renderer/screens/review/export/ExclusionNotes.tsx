/** Photographs that a sheet leaves out, with the reason. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GalleryPlan } from '../../../../contract/delivery/gallery.ts';
import { formatCount as number } from '../../../locales/format.ts';

interface ExclusionNotesProps extends Pick<GalleryPlan, 'unprocessed' | 'withoutPicture'> {
  readonly missingFiles?: number;
}

export function ExclusionNotes({ unprocessed, withoutPicture, missingFiles = 0 }: ExclusionNotesProps) {
  const { t } = useTranslation();
  const counts = { unprocessed, withoutPicture, missingFiles };
  return (['unprocessed', 'withoutPicture', 'missingFiles'] as const).map(
    (reason) =>
      counts[reason] > 0 && (
        <Text key={reason} inherit c="dimmed" fz="xs" data-testid={`left-out-${reason}`}>
          {t(`exporting.${reason}`, { count: counts[reason], number: number(counts[reason]) })}
        </Text>
      ),
  );
}
