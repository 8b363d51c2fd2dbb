/** Services that are held up while photographs wait for them: what they say, and a button to ask them at once. */
import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../../../preload/in-words.ts';
import { ask } from '../../../bridge.ts';
import { useData } from '../../../state/store.ts';
import { heldUpServices } from './heldUpServices.ts';
import classes from './Panels.module.css';

export function ServicePanel() {
  const { t } = useTranslation();
  const open = useData((data) => data.openByService);
  const profiles = useData((data) => data.profiles);
  const statuses = useData((data) => data.profileStatus);
  const heldUp = useMemo(() => heldUpServices(open, profiles, statuses), [open, profiles, statuses]);
  if (heldUp.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('queue.service.panel')} data-testid="held-up-services">
      {heldUp.map(({ id, name, condition, message }) => (
        <div key={id} className={classes.call} data-testid={`held-up-${id}`}>
          <IconClockPause size={18} aria-hidden />
          <div>
            <strong>{name}</strong>
            <p className="numbers">{message === null ? t(`queue.at.services.${condition}`) : inWords(message)}</p>
          </div>
          <div className={classes.callButtons}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void ask('profiles.tryNow', { id })}
              data-testid={`try-now-${id}`}
            >
              {t('queue.service.tryNow')}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
