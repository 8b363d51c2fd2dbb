/** What came of a gallery that does not have all that was asked for, and why. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request } from '../../../bridge.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { formatCount as number } from '../../../locales/format.ts';
import { Failures } from '../export/Failures.tsx';
import { useGallery } from './gallery.ts';

export function GalleryReport() {
  const { t } = useTranslation();
  const report = useGallery((state) => state.report);
  const close = () => useGallery.setState({ report: null });
  if (report === null) return null;
  const { done, failedCount, ending, trouble, withoutBefore, path } = report;
  const some = (key: 'done' | 'withoutBefore' | 'failed', count: number) =>
    count > 0 && <p>{t(`gallery.report.${key}`, { count, number: number(count) })}</p>;
  return (
    <Sheet onClose={close} title={t('gallery.report.title')} size={560} data-testid="gallery-report">
      {trouble !== null && <p>{formatMessage(trouble)}</p>}
      {ending === 'stopped' && <p>{t('gallery.report.stopped')}</p>}
      {path === null ? <p>{t('gallery.report.none')}</p> : some('done', done)}
      {path !== null && some('withoutBefore', withoutBefore)}
      {some('failed', failedCount)}
      <Failures {...report} />
      <Group justify="flex-end" gap="xs" mt="lg">
        {path !== null && (
          <Button variant="default" onClick={() => void request('gallery.reveal')} data-testid="gallery-reveal">
            {t('gallery.report.reveal')}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}
