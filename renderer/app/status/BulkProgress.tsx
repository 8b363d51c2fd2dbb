/** How far work with very many photographs is, over the foot of the window, with a button that stops it. */
import { Button, Progress } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkProgress, BulkSpeed } from '../../../contract/review/bulk-progress.ts';
import { request, subscribe } from '../../bridge.ts';
import { formatBytes, formatCount, formatDuration } from '../../locales/format.ts';
import classes from './BulkProgress.module.css';

export function BulkLine() {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  useEffect(() => subscribe('bulk', (next) => setProgress(next.isOver ? null : next)), []);
  if (progress === null) return null;
  const { id, work: what, done, total, waitsFor, flow } = progress;
  const share = flow ? flow.bytes / Math.max(1, flow.totalBytes) : done / total;
  const words = t(`bulk.${what}`, { done: formatCount(done), total: formatCount(total) });
  return (
    <div className={classes.line} role="status" data-testid="bulk-line">
      <span className="numbers">
        {words}
        {waitsFor && ` ${t(`bulk.${waitsFor}`)}`}
        {flow && flow.bytesPerSecond > 0 && ` ${paceWords(flow, t)}`}
      </span>
      <Progress value={share * 100} size="sm" w={120} aria-label={words} />
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void request('lists.stop', { id })}
        data-testid="bulk-stop"
      >
        {t('bulk.stop')}
      </Button>
    </div>
  );
}

function paceWords({ totalBytes, bytes: done, bytesPerSecond }: BulkSpeed, t: TFunction): string {
  const left = formatDuration(((totalBytes - done) / bytesPerSecond) * 1000);
  return t('bulk.pace', { speed: formatBytes(bytesPerSecond), left });
}
