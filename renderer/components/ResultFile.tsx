/** A file of a result by its name, to be shown in its folder. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFolderShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RequestArgs } from '../../preload/channels.ts';
import { request } from '../bridge.ts';
import { baseName } from '../locales/format.ts';
import { missingShareOf } from '../state/data/sharePaths.ts';
import classes from './ResultFile.module.css';

interface ResultFileProps {
  readonly path: string;
  readonly present: boolean;
  readonly target: RequestArgs<'results.reveal'>;
}

export function ResultFile({ path, present, target }: ResultFileProps) {
  const { t } = useTranslation();
  const share = missingShareOf(path);
  return (
    <div className={classes.file}>
      <span className="ellipsis" title={path}>
        {baseName(path)}
      </span>
      {present ? (
        <Tooltip label={t('actions.showInFolder')}>
          <ActionIcon
            size="sm"
            onClick={() => void request('results.reveal', target)}
            aria-label={t('actions.showFileInFolder', { name: baseName(path) })}
            data-testid={`reveal-${target.output ?? 0}`}
          >
            <IconFolderShare size={16} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <span className={classes.gone}>
          {share === null ? t('queue.inspector.gone') : t('studio.share.missing', { share })}
        </span>
      )}
    </div>
  );
}
