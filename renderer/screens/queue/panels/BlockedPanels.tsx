/** Reasons why photographs wait: battery power, services without a price or in trouble, and output folders. */
import { IconBattery2, IconClockPause, IconFolderOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { awaitedServices } from '../../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { priceMessage } from '../../../../contract/services/costs.ts';
import type { Profile } from '../../../../contract/services/profile.ts';
import type { ServiceStatus } from '../../../../contract/services/service-status.ts';
import { request } from '../../../bridge.ts';
import { Banner, BannerList } from '../../../components/Banner.tsx';
import { CompactButton } from '../../../components/CompactButton.ts';
import { RaiseLimitButton } from '../../../components/cost/RaiseLimitButton.tsx';
import { SetPriceButton } from '../../../components/cost/RecipeCost.tsx';
import { useData } from '../../../state/data/store.ts';
import { type CostField, goTo } from '../../../state/window/navigation.ts';

export function BlockedPanels() {
  return (
    <>
      <BatteryPanel />
      <ServicePanel />
      <OutputPanel />
    </>
  );
}

function BatteryPanel() {
  const { t } = useTranslation();
  const isPaused = useData((data) => data.power.pausedOnBattery);
  const { total, finished } = useData((data) => data.throughput);
  if (!isPaused || finished === total) return null;
  return (
    <BannerList label={t('queue.battery.panel')} testId="battery-panel">
      <Banner
        icon={IconBattery2}
        title={t('queue.battery.panel')}
        buttons={
          <CompactButton onClick={() => void request('system.continueOnBattery')} data-testid="battery-continue">
            {t('queue.battery.continue')}
          </CompactButton>
        }
      >
        <p>{t('queue.battery.help')}</p>
      </Banner>
    </BannerList>
  );
}

function ServicePanel() {
  const { t } = useTranslation();
  const openByService = useData((data) => data.openByService);
  const profiles = useData((data) => data.profiles);
  const profileStatus = useData((data) => data.profileStatus);
  const blocked = awaitedServices({ openByService, profiles, profileStatus }).filter(
    ({ status }) => status.remedy !== null,
  );
  const waitForPrice = useData((data) => data.waitForPrice);
  if (blocked.length + waitForPrice.length === 0) return null;
  return (
    <BannerList label={t('queue.service.panel')} testId="held-up-services">
      {waitForPrice.map(({ profileId, operation }) => (
        <Banner
          key={`${profileId} ${operation}`}
          icon={IconClockPause}
          title={profiles.find(({ id }) => id === profileId)?.name ?? profileId}
          buttons={<SetPriceButton profileId={profileId} operation={operation} />}
          testId={`unpriced-${operation}`}
        >
          <p>{formatMessage(priceMessage(operation))}</p>
        </Banner>
      ))}
      {blocked.map(({ profile, status: { message, remedy } }) => (
        <Banner
          key={profile.id}
          icon={IconClockPause}
          title={profile.name}
          buttons={<RemedyButton profile={profile} message={message} remedy={remedy} />}
          testId={`held-up-${profile.id}`}
        >
          {message && <p className="numbers">{formatMessage(message)}</p>}
        </Banner>
      ))}
    </BannerList>
  );
}

interface RemedyButtonProps {
  readonly profile: Profile;
  readonly message: Message | null;
  readonly remedy: ServiceStatus['remedy'];
}

function RemedyButton({ profile, message, remedy }: RemedyButtonProps) {
  const { t } = useTranslation();
  const { id } = profile;
  const editButton = (label: string, testId: string, cost?: CostField) => (
    <CompactButton
      onClick={() => goTo('services', { profileId: id, ...(cost === undefined ? {} : { cost }) })}
      data-testid={`${testId}-${id}`}
    >
      {label}
    </CompactButton>
  );
  switch (remedy) {
    case 'enter-key':
      return editButton(t('services.enterKey'), 'enter-key');
    case 'edit':
      return editButton(t('costs.raise.edit'), 'set-costs', 'keepBalance');
    case 'raise-cap':
      return <RaiseLimitButton profile={profile} message={message} />;
    default:
      return (
        <CompactButton onClick={() => void request('profiles.tryNow', { id })} data-testid={`try-now-${id}`}>
          {t('services.tryNow')}
        </CompactButton>
      );
  }
}

function OutputPanel() {
  const { t } = useTranslation();
  const troubles = useData((data) => data.outputTroubles);
  const dataFolder = useData((data) => data.about.dataFolder);
  const waitForFolder = useData((data) => data.waitForFolder);
  if (troubles.length === 0) return null;
  const waitingText = (folder: string) => {
    const waiting = waitForFolder.find((each) => each.folder === folder);
    return waiting === undefined ? '' : t('queue.output.waits', { count: waiting.count });
  };
  return (
    <BannerList label={t('queue.output.panel')} testId="closed-folders">
      {troubles.map(({ folder, message }) => (
        <Banner
          key={folder}
          icon={IconFolderOff}
          title={t('queue.output.title')}
          buttons={
            <>
              {!folder.startsWith(dataFolder) && (
                <CompactButton
                  onClick={() => void request('outputs.redirect', { folder })}
                  data-testid="choose-other-folder"
                >
                  {t('queue.output.choose')}
                </CompactButton>
              )}
              <CompactButton onClick={() => void request('outputs.tryNow', {})} data-testid="look-again">
                {t('services.tryNow')}
              </CompactButton>
            </>
          }
          testId="closed-folder"
        >
          <p>
            {formatMessage(message)} {waitingText(folder)} {t('queue.output.carriesOn')}
          </p>
        </Banner>
      ))}
    </BannerList>
  );
}
