/** Actions for the listed or selected photographs: two buttons, and a menu with the others. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { clientCommandIds } from '../../../../contract/delivery/gallery.ts';
import { useData } from '../../../state/data/store.ts';
import { sizeOf } from '../../../state/lists/selection.ts';
import { openReprocess, reviewTarget } from '../../../state/processing/reprocess.ts';
import { applyClientPicks } from '../../../state/review/clientPicks.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { openCheck } from '../check/marketplaceCheck.ts';
import { openExport } from '../export/exportSheet.ts';
import { usePlaceCount } from '../filters/usePlaceCount.ts';
import { followLabel, toggleFollow, toggleFollowOnDisplay, useFollow } from '../follow/followResults.ts';
import { openGallery } from '../gallery/gallery.ts';
import { openPhotoInfo } from '../info/photoInfo.ts';

const openProcessWith = () => openReprocess(reviewTarget());

interface RoomProps {
  /** Whether the toolbar fits on its line; if not, “Process with…” is in the menu. */
  readonly hasRoom: boolean;
}

export function ReviewActions({ hasRoom }: RoomProps) {
  const { t } = useTranslation();
  const isExportNext = useIsExportNext();
  return (
    <>
      {hasRoom && (
        <Button size="xs" variant="default" onClick={openProcessWith} data-testid="with-open">
          {t('queue.actions.with')}
        </Button>
      )}
      <Button
        size="xs"
        variant={isExportNext ? 'filled' : 'default'}
        onClick={() => void openExport()}
        data-testid="export-open"
      >
        {t('exporting.open')}
      </Button>
      <MoreActions hasRoom={hasRoom} />
    </>
  );
}

const pickedPhotographs = { flags: [1 as const] };

/** Whether the user has selected or picked photographs. In a “look first” batch, processing comes first. */
function useIsExportNext(): boolean {
  const count = photographList.use((list) => list.count);
  const isSeveralSelected = useReviewUi((ui) => sizeOf(ui.selection, count) > 1);
  const batchId = useReviewUi((ui) => ui.query.batchId);
  const isProofs = useData(({ batches }) => batches.some(({ id, proofs }) => id === batchId && proofs));
  const pickedCount = usePlaceCount(pickedPhotographs);
  return !isProofs && (isSeveralSelected || pickedCount > 0);
}

function MoreActions({ hasRoom }: RoomProps) {
  const { t } = useTranslation();
  const hasClientAnswers = useData((data) => data.hasClientAnswers);
  const { mode, display } = useFollow();
  const sections = [
    [
      ...(hasRoom ? [] : [{ label: t('queue.actions.with'), open: openProcessWith, testId: 'with-open' }]),
      { label: t('info.open'), open: openPhotoInfo, testId: 'info-open' },
      { label: t('presets.check.open'), open: openCheck, testId: 'check-open' },
      { label: t('gallery.open'), open: openGallery, testId: 'gallery-open' },
    ],
    hasClientAnswers
      ? clientCommandIds.map((command) => ({
          label: t(`gallery.follow.${command}`),
          open: () => applyClientPicks(command),
          testId: `review-${command}`,
        }))
      : [],
    [
      { label: t(followLabel()), open: toggleFollow, testId: 'follow' },
      ...(display.isAvailable && mode !== 'display'
        ? [{ label: t('commands.review.followSecond'), open: toggleFollowOnDisplay, testId: 'follow-display' }]
        : []),
    ],
  ].filter((section) => section.length > 0);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('review.moreActions')} data-testid="review-more">
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map((items, index) => (
          <Fragment key={items[0]?.testId}>
            {index > 0 && <Menu.Divider />}
            {items.map(({ label, open, testId }) => (
              <Menu.Item key={testId} onClick={() => void open()} data-testid={testId}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
