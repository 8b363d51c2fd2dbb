/** What can be done with the photographs that are listed or selected. Where there is little room, some of it is in a menu. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clientCommandIds } from '../../../contract/delivery/gallery.ts';
import { openExport } from '../../state/exportSheet.ts';
import { applyClientPicks, openGallery } from '../../state/gallery.ts';
import { openCheck } from '../../state/marketplaceCheck.ts';
import { openPhotoInfo } from '../../state/photoInfo.ts';
import { openReprocess, reviewTarget } from '../../state/reprocess.ts';

export function ReviewActions({ hasRoom }: { readonly hasRoom: boolean }) {
  const { t } = useTranslation();
  const otherActions = [
    { label: t('queue.actions.with'), open: async () => openReprocess(reviewTarget()), testId: 'with-open' },
    { label: t('presets.check.open'), open: openCheck, testId: 'check-open' },
    { label: t('gallery.open'), open: openGallery, testId: 'gallery-open' },
  ];
  const follow = clientCommandIds.map((command) => ({
    label: t(`gallery.follow.${command}`),
    open: () => applyClientPicks(command),
    testId: `review-${command}`,
  }));
  const info = { label: t('info.open'), open: openPhotoInfo, testId: 'info-open' };
  const items = [info, ...(hasRoom ? [] : otherActions), ...follow];
  const button = (label: string, open: () => Promise<unknown>, testId: string) => (
    <Button key={testId} size="xs" flex="none" variant="default" onClick={() => void open()} data-testid={testId}>
      {label}
    </Button>
  );
  return (
    <>
      {hasRoom && otherActions.map(({ label, open, testId }) => button(label, open, testId))}
      {button(t('exporting.open'), openExport, 'export-open')}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('review.moreActions')} data-testid="review-more">
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ label, open, testId }) => (
            <Menu.Item key={testId} onClick={() => void open()} data-testid={testId}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
