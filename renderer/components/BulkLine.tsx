/** How far work with very many photographs is, over the foot of the window, with a button that stops it. */
import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkProgress } from '../../contract/review/bulk.ts';
import { ask, listen } from '../bridge.ts';
import { count } from '../locales/format.ts';
import classes from './BulkLine.module.css';

export function BulkLine() {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  useEffect(() => listen('bulk', (next) => setProgress(next.isOver ? null : next)), []);
  if (progress === null) return null;
  const { id, what, done, total, waitsFor } = progress;
  const words = t(`bulk.${what}`, { done: count(done), total: count(total) });
  return (
    <div className={classes.line} role="status" data-testid="bulk-line">
      <span className="numbers">
        {words}
        {waitsFor && ` ${t(`bulk.${waitsFor}`)}`}
      </span>
      <Progress value={(done / total) * 100} size="sm" w={120} aria-label={words} />
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void ask('lists.stop', { id })}
        data-testid="bulk-stop"
      >
        {t('bulk.stop')}
      </Button>
    </div>
  );
}
