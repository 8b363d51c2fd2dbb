/** The strip at the foot of the window: notifications, and the progress of work on many photographs. It covers nothing. */
import { Button, Group, Notification, Progress } from '@mantine/core';
import { type NotificationData, notifications, useNotifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkProgress, BulkSpeed } from '../../../contract/review/bulk-progress.ts';
import { request, subscribe } from '../../bridge.ts';
import { formatBytes, formatCount, formatDuration } from '../../locales/format.ts';
import { startCountdown } from './countdown.ts';
import classes from './Notices.module.css';

export function Notices() {
  const { t } = useTranslation();
  const shown = useNotifications().notifications;
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const reserve = () => document.documentElement.style.setProperty('--b-notices', `${element.offsetHeight}px`);
    const observer = new ResizeObserver(reserve);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isInUse = () => strip.current?.matches(':hover, :focus-within') ?? false;
  return (
    <section ref={strip} className={classes.strip} aria-label={t('notices.label')} data-testid="notices">
      <BulkProgressLine />
      {shown.map((notice) => (
        <Notice key={notice.id} notice={notice} isInUse={isInUse} />
      ))}
    </section>
  );
}

interface NoticeProps {
  readonly notice: NotificationData;
  /** Whether the pointer or the focus is in the strip, which then keeps its notifications. */
  readonly isInUse: () => boolean;
}

function Notice({ notice: { id = '', autoClose, message, position: _, ...props }, isInUse }: NoticeProps) {
  const hide = () => void notifications.hide(id);
  const hideAfter = useEffectEvent((ms: typeof autoClose, _id: string) =>
    typeof ms === 'number' ? startCountdown(ms, isInUse, hide) : undefined,
  );
  useEffect(() => hideAfter(autoClose, id), [autoClose, id]);
  return (
    <Notification {...props} onClose={hide}>
      {message}
    </Notification>
  );
}

function BulkProgressLine() {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  useEffect(() => subscribe('bulk', (next) => setProgress(next.isOver ? null : next)), []);
  if (progress === null) return null;
  const { id, work, done, total, waitsFor, flow } = progress;
  const fraction = flow ? flow.bytes / Math.max(1, flow.totalBytes) : done / total;
  const text = t(`bulk.${work}`, { done: formatCount(done), total: formatCount(total) });
  return (
    <Group gap="4px 12px" role="status" data-testid="bulk-line">
      <span className="numbers">
        {text}
        {waitsFor && ` ${t(`bulk.${waitsFor}`)}`}
        {flow && flow.bytesPerSecond > 0 && ` ${speedText(flow, t)}`}
      </span>
      <Progress value={fraction * 100} size="sm" w={120} aria-label={text} />
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void request('lists.stop', { id })}
        data-testid="bulk-stop"
      >
        {t('bulk.stop')}
      </Button>
    </Group>
  );
}

function speedText({ totalBytes, bytes, bytesPerSecond }: BulkSpeed, t: TFunction): string {
  const left = formatDuration(((totalBytes - bytes) / bytesPerSecond) * 1000);
  return t('bulk.pace', { speed: formatBytes(bytesPerSecond), left });
}
