/** Services that photographs wait for and that do not take them: what they say, and what helps, or may. */
import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../../../contract/in-words.ts';
import { awaitedServices } from '../../../../contract/standing.ts';
import { ask } from '../../../bridge.ts';
import { useData } from '../../../state/store.ts';
import { goTo } from '../../../state/ui.ts';
import classes from './Panels.module.css';

export function ServicePanel() {
  const { t } = useTranslation();
  const openByService = useData((data) => data.openByService);
  const profiles = useData((data) => data.profiles);
  const profileStatus = useData((data) => data.profileStatus);
  const heldUp = awaitedServices({ openByService, profiles, profileStatus }).filter(
    ({ standing }) => standing.remedy !== null,
  );
  if (heldUp.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('queue.service.panel')} data-testid="held-up-services">
      {heldUp.map(({ profile: { id, name }, standing: { message, remedy } }) => (
        <div key={id} className={classes.call} data-testid={`held-up-${id}`}>
          <IconClockPause size={18} aria-hidden />
          <div>
            <strong>{name}</strong>
            {message && <p className="numbers">{inWords(message)}</p>}
          </div>
          <div className={classes.callButtons}>
            {remedy === 'enter-key' ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => goTo('services', { profileId: id })}
                data-testid={`enter-key-${id}`}
              >
                {t('services.enterKey')}
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void ask('profiles.tryNow', { id })}
                data-testid={`try-now-${id}`}
              >
                {t('services.tryNow')}
              </Button>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
