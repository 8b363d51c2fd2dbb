/** Services that photographs wait for and that do not take them: what they say, and what helps, or may. */
import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { awaitedServices } from '../../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { priceMessage } from '../../../../contract/services/costs.ts';
import type { Profile } from '../../../../contract/services/profile.ts';
import type { ServiceStatus } from '../../../../contract/services/service-status.ts';
import { request } from '../../../bridge.ts';
import classes from '../../../components/Panels.module.css';
import { RaiseLimitButton } from '../../../components/RaiseLimitButton.tsx';
import { SetPriceButton } from '../../../components/RecipeCost.tsx';
import { useData } from '../../../state/data/store.ts';
import { type CostField, goTo } from '../../../state/window/navigation.ts';

export function ServicePanel() {
  const { t } = useTranslation();
  const openByService = useData((data) => data.openByService);
  const profiles = useData((data) => data.profiles);
  const profileStatus = useData((data) => data.profileStatus);
  const heldUp = awaitedServices({ openByService, profiles, profileStatus }).filter(
    ({ status: standing }) => standing.remedy !== null,
  );
  const waitForPrice = useData((data) => data.waitForPrice);
  if (heldUp.length + waitForPrice.length === 0) return null;
  return (
    <section className={classes.calls} aria-label={t('queue.service.panel')} data-testid="held-up-services">
      {waitForPrice.map(({ profileId, operation }) => (
        <div key={`${profileId} ${operation}`} className={classes.call} data-testid={`unpriced-${operation}`}>
          <IconClockPause size={18} aria-hidden />
          <div>
            <strong>{profiles.find(({ id }) => id === profileId)?.name ?? profileId}</strong>
            <p>{formatMessage(priceMessage(operation))}</p>
          </div>
          <div className={classes.callButtons}>
            <SetPriceButton profileId={profileId} operation={operation} />
          </div>
        </div>
      ))}
      {heldUp.map(({ profile, status: { message, remedy } }) => (
        <div key={profile.id} className={classes.call} data-testid={`held-up-${profile.id}`}>
          <IconClockPause size={18} aria-hidden />
          <div>
            <strong>{profile.name}</strong>
            {message && <p className="numbers">{formatMessage(message)}</p>}
          </div>
          <div className={classes.callButtons}>
            <Remedy profile={profile} message={message} remedy={remedy} />
          </div>
        </div>
      ))}
    </section>
  );
}

interface RemedyProps {
  readonly profile: Profile;
  readonly message: Message | null;
  readonly remedy: ServiceStatus['remedy'];
}

function Remedy({ profile, message, remedy }: RemedyProps) {
  const { t } = useTranslation();
  const { id } = profile;
  const edit = (words: string, testId: string, cost?: CostField) => (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => goTo('services', { profileId: id, ...(cost === undefined ? {} : { cost }) })}
      data-testid={`${testId}-${id}`}
    >
      {words}
    </Button>
  );
  switch (remedy) {
    case 'enter-key':
      return edit(t('services.enterKey'), 'enter-key');
    case 'edit':
      return edit(t('costs.raise.edit'), 'set-costs', 'keepBalance');
    case 'raise-cap':
      return <RaiseLimitButton profile={profile} message={message} />;
    default:
      return (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void request('profiles.tryNow', { id })}
          data-testid={`try-now-${id}`}
        >
          {t('services.tryNow')}
        </Button>
      );
  }
}
