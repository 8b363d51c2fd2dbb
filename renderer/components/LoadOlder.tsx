/** At the foot of a list: what is older is in the studio only, until somebody wants it here. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../bridge.ts';
import { longDay } from '../locales/format.ts';
import { useData } from '../state/data/store.ts';
import classes from './LoadOlder.module.css';

export function LoadOlder() {
  const { t } = useTranslation();
  const olderThan = useData((data) => data.studio?.olderThan ?? null);
  const isThere = useData((data) => data.studio?.condition === 'there');
  const [isAsking, setAsking] = useState(false);
  if (olderThan === null) return null;
  const get = async () => {
    setAsking(true);
    await request('studio.fetchOlder');
    setAsking(false);
  };
  return (
    <div className={classes.older} data-testid="older-work">
      <span>{t('studio.older.text', { day: longDay(olderThan) })}</span>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isThere}
        loading={isAsking}
        onClick={() => void get()}
        data-testid="older-work-get"
      >
        {t('studio.older.get')}
      </Button>
    </div>
  );
}
