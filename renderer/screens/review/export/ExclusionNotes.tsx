/** Photographs that a sheet leaves out, with the reason. */
import { useTranslation } from 'react-i18next';
import type { GalleryPlan } from '../../../../contract/delivery/gallery.ts';
import { formatCount as number } from '../../../locales/format.ts';
import classes from './Export.module.css';

interface ExclusionNotesProps extends Pick<GalleryPlan, 'unprocessed' | 'withoutPicture'> {
  readonly missingFiles?: number;
}

export function ExclusionNotes({ unprocessed, withoutPicture, missingFiles = 0 }: ExclusionNotesProps) {
  const { t } = useTranslation();
  const counts = { unprocessed, withoutPicture, missingFiles };
  return (['unprocessed', 'withoutPicture', 'missingFiles'] as const).map(
    (reason) =>
      counts[reason] > 0 && (
        <p key={reason} className={classes.dim} data-testid={`left-out-${reason}`}>
          {t(`exporting.${reason}`, { count: counts[reason], number: number(counts[reason]) })}
        </p>
      ),
  );
}
