/** The name of a result's file, with a button that shows it in its folder. */
import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core';
import { IconFolderShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RequestArgs } from '../../../preload/channels.ts';
import { request } from '../../bridge.ts';
import { baseName } from '../../locales/format.ts';
import { missingShareOf } from '../../state/data/sharePaths.ts';

interface ResultFileProps {
  readonly path: string;
  readonly present: boolean;
  readonly target: RequestArgs<'results.reveal'>;
}

export function ResultFile({ path, present, target }: ResultFileProps) {
  const { t } = useTranslation();
  const share = missingShareOf(path);
  return (
    <Group gap={6} wrap="nowrap" fz="xs">
      <Box component="span" className="ellipsis" flex={1} title={path}>
        {baseName(path)}
      </Box>
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
        <Text span inherit c="var(--b-uncertain)">
          {share === null ? t('queue.inspector.gone') : t('studio.share.missing', { share })}
        </Text>
      )}
    </Group>
  );
}
