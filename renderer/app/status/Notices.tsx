/** Notifications and the progress of work on many photographs: a strip at the foot of the window, which covers nothing. */
import { Notification } from '@mantine/core';
import { type NotificationData, notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkLine } from './BulkProgress.tsx';
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
      <BulkLine />
      {shown.map((notice) => (
        <Notice key={notice.id} notice={notice} isInUse={isInUse} />
      ))}
    </section>
  );
}

interface NoticeProps {
  readonly notice: NotificationData;
  /** Whether the pointer or the focus is in the strip: then nothing leaves it. */
  readonly isInUse: () => boolean;
}

function Notice({ notice: { id = '', autoClose, message, position: _, ...props }, isInUse }: NoticeProps) {
  const hide = () => void notifications.hide(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others read the strip and the store whenever they are called
  useEffect(() => {
    if (typeof autoClose === 'number') return startCountdown(autoClose, isInUse, hide);
  }, [id, autoClose]);
  return (
    <Notification {...props} onClose={hide}>
      {message}
    </Notification>
  );
}
