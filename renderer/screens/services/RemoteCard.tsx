/** A remote service: address, key, credits, condition. */
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { type ServiceStatus, serviceStatus } from '../../../contract/services/service-status.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { DestinationLine } from '../../components/DestinationLine.tsx';
import { FactList } from '../../components/FactList.tsx';
import { IconAction } from '../../components/IconAction.tsx';
import { RaiseLimitButton } from '../../components/RaiseLimitButton.tsx';
import { StateDot } from '../../components/StateDot.tsx';
import { dayTime, formatCount } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import type { CostField } from '../../state/window/navigation.ts';
import { CardButton } from './CardButton.tsx';
import { DefaultMark } from './DefaultMark.tsx';
import classes from './Services.module.css';
import { StudioPrices } from './StudioPrices.tsx';
import { TryNowButton } from './TryNowButton.tsx';

function creditsInWords(credits: ServiceStatus['credits']): string {
  if (credits === 'none') return i18next.t('services.creditsNone');
  if (credits === 'unlimited') return i18next.t('services.creditsUnlimited');
  if (credits === 'unreported') return i18next.t('services.creditsUnreported');
  if (credits === null) return i18next.t('services.creditsUnknown');
  const { balance, total, at } = credits;
  const left = { balance: formatCount(balance), time: dayTime(at) };
  return total === null
    ? i18next.t('services.creditsAt', left)
    : i18next.t('services.creditsOf', { ...left, total: formatCount(total) });
}

interface RemoteCardProps {
  readonly profile: Profile;
  /** @param cost the field of its costs to begin with */
  readonly onEdit: (cost?: CostField) => void;
  /** Shows what it has cost. */
  readonly onCosts: () => void;
}

export function RemoteCard({ profile, onEdit, onCosts }: RemoteCardProps) {
  const { t } = useTranslation();
  const status = useData((data) => data.profileStatus.find((each) => each.id === profile.id));
  const { tone, name, message, remedy, credits } = serviceStatus(status ?? { condition: 'starting', message: null });
  const remove = () =>
    confirm({
      title: t('services.removeTitle', { name: profile.name }),
      text: t('services.removeText'),
      yes: t('actions.remove'),
      no: t('actions.keep'),
      onYes: () => void request('profiles.remove', { id: profile.id }),
    });
  return (
    <article className={cards.card} aria-label={profile.name} data-testid={`service-${profile.id}`}>
      <header className={classes.head}>
        <h2 className="ellipsis">{profile.name}</h2>
        <DefaultMark profile={profile} />
        <IconAction
          label={t('services.refresh')}
          icon={IconRefresh}
          onClick={() => void request('profiles.refresh', { id: profile.id })}
          testId={`service-refresh-${profile.id}`}
        />
        <IconAction
          label={t('actions.edit')}
          icon={IconPencil}
          onClick={() => onEdit()}
          testId={`service-edit-${profile.id}`}
        />
        <IconAction
          label={t('services.remove')}
          icon={IconTrash}
          onClick={remove}
          testId={`service-remove-${profile.id}`}
        />
      </header>
      <p className={cards.condition} data-testid={`service-condition-${profile.id}`}>
        <StateDot tone={tone} />
        {formatMessage(name)}
        {status && status.running > 0 && ` · ${t('services.running', { count: status.running })}`}
      </p>
      {message && <p className={`${cards.message} numbers`}>{formatMessage(message)}</p>}
      {remedy === 'enter-key' && (
        <CardButton
          label={t('services.enterKey')}
          onClick={() => onEdit()}
          testId={`service-enter-key-${profile.id}`}
        />
      )}
      {remedy === 'try-now' && <TryNowButton profileId={profile.id} />}
      {remedy === 'raise-cap' && (
        <span className={classes.tryNow}>
          <RaiseLimitButton profile={profile} message={message} />
        </span>
      )}
      {remedy === 'edit' && (
        <CardButton
          label={t('costs.raise.edit')}
          onClick={() => onEdit('keepBalance')}
          testId={`service-set-costs-${profile.id}`}
        />
      )}
      <StudioPrices profileId={profile.id} />
      <DestinationLine profile={profile} />
      <FactList
        facts={[
          [t('services.address'), profile.baseUrl],
          [t('services.key'), status ? t(`services.keyHeld.${status.key}`) : null],
          [t('services.credits'), creditsInWords(credits)],
          [t('services.cost'), profile.charges ? null : t('services.free')],
          [t('services.form.concurrency'), String(profile.maxConcurrency)],
        ]}
      />
      {profile.charges && (
        <CardButton label={t('costs.ledger.open')} onClick={onCosts} testId={`service-costs-${profile.id}`} />
      )}
    </article>
  );
}
