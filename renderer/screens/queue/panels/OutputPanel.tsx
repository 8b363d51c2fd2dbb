/** Folders that take no results just now: what is wrong, and buttons to look again at once or to choose another one. */
import { Button } from '@mantine/core';
import { IconFolderOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request } from '../../../bridge.ts';
import classes from '../../../components/Panels.module.css';
import { useData } from '../../../state/data/store.ts';

export function OutputPanel() {
  const { t } = useTranslation();
  const troubles = useData((data) => data.outputTroubles);
  const dataFolder = useData((data) => data.about.dataFolder);
  const waitForFolder = useData((data) => data.waitForFolder);
  if (troubles.length === 0) return null;
  const waitsOf = (folder: string) => {
    const waiting = waitForFolder.find((each) => each.folder === folder);
    return waiting === undefined ? '' : t('queue.output.waits', { count: waiting.count });
  };
  return (
    <section className={classes.calls} aria-label={t('queue.output.panel')} data-testid="closed-folders">
      {troubles.map(({ folder, message }) => (
        <div key={folder} className={classes.call} data-testid="closed-folder">
          <IconFolderOff size={18} aria-hidden />
          <div>
            <strong>{t('queue.output.title')}</strong>
            <p>
              {formatMessage(message)} {waitsOf(folder)} {t('queue.output.carriesOn')}
            </p>
          </div>
          <div className={classes.callButtons}>
            {!folder.startsWith(dataFolder) && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void request('outputs.redirect', { folder })}
                data-testid="choose-other-folder"
              >
                {t('queue.output.choose')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void request('outputs.tryNow', {})}
              data-testid="look-again"
            >
              {t('services.tryNow')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
