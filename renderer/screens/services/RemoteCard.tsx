/** A remote service: its condition with a remedy, address, key and credits. */
import { Box, Group } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { type ServiceStatus, serviceStatus } from '../../../contract/services/service-status.ts';
import { request } from '../../bridge.ts';
import { CardButton } from '../../components/actions/CardButton.tsx';
import { IconAction } from '../../components/actions/IconAction.tsx';
import { Card, CardHeader } from '../../components/Card.tsx';
import { RaiseLimitButton } from '../../components/cost/RaiseLimitButton.tsx';
import { Note } from '../../components/Note.tsx';
import { DestinationLine } from '../../components/status/DestinationLine.tsx';
import { FactList } from '../../components/status/FactList.tsx';
import { StateDot } from '../../components/status/StateDot.tsx';
import { dayTime, formatCount } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import type { CostField } from '../../state/window/navigation.ts';
import { DefaultMark } from './DefaultMark.tsx';
import { TryNowButton } from './TryNowButton.tsx';

function creditsText(credits: ServiceStatus['credits']): string {
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
  /** @param cost the field to focus; the name by default */
  readonly onEdit: (cost?: CostField) => void;
  readonly onCosts: () => void;
}

export function RemoteCard({ profile, onEdit, onCosts }: RemoteCardProps) {
  const { t } = useTranslation();
  const status = useData((data) => data.profileStatus.find((each) => each.id === profile.id));
  const { tone, name, message, remedy, credits } = serviceStatus(status ?? { condition: 'starting', message: null });
  return (
    <Card label={profile.name} testId={`service-${profile.id}`}>
      <RemoteCardHeader profile={profile} onEdit={onEdit} />
      <Group gap="xs" wrap="nowrap" data-testid={`service-condition-${profile.id}`}>
        <StateDot tone={tone} />
        <span>
          {formatMessage(name)}
          {status && status.running > 0 && ` · ${t('services.running', { count: status.running })}`}
        </span>
      </Group>
      {message && (
        <Note c="var(--b-uncertain)" className="numbers">
          {formatMessage(message)}
        </Note>
      )}
      {remedy === 'enter-key' && (
        <CardButton
          label={t('services.enterKey')}
          onClick={() => onEdit()}
          testId={`service-enter-key-${profile.id}`}
        />
      )}
      {remedy === 'try-now' && <TryNowButton profileId={profile.id} />}
      {remedy === 'raise-cap' && (
        <Box component="span" style={{ alignSelf: 'flex-start' }}>
          <RaiseLimitButton profile={profile} message={message} />
        </Box>
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
          [t('services.credits'), creditsText(credits)],
          [t('services.cost'), profile.charges ? null : t('services.free')],
          [t('services.form.concurrency'), String(profile.maxConcurrency)],
        ]}
      />
      {profile.charges && (
        <CardButton label={t('costs.ledger.open')} onClick={onCosts} testId={`service-costs-${profile.id}`} />
      )}
    </Card>
  );
}

function RemoteCardHeader({ profile: { id, name }, profile, onEdit }: Pick<RemoteCardProps, 'profile' | 'onEdit'>) {
  const { t } = useTranslation();
  const remove = () =>
    confirm({
      title: t('services.removeTitle', { name }),
      text: t('services.removeText'),
      yes: t('actions.remove'),
      no: t('actions.keep'),
      onYes: () => void request('profiles.remove', { id }),
    });
  return (
    <CardHeader title={name}>
      <DefaultMark profile={profile} />
      <IconAction
        label={t('services.refresh')}
        icon={IconRefresh}
        onClick={() => void request('profiles.refresh', { id })}
        testId={`service-refresh-${id}`}
      />
      <IconAction label={t('actions.edit')} icon={IconPencil} onClick={() => onEdit()} testId={`service-edit-${id}`} />
      <IconAction label={t('services.remove')} icon={IconTrash} onClick={remove} testId={`service-remove-${id}`} />
    </CardHeader>
  );
}

/** Lower prices that another station entered, and their approval. */
function StudioPrices({ profileId }: { readonly profileId: string }) {
  const { t } = useTranslation();
  const library = useData((data) => data.studio?.library);
  const prices = library?.filter((each) => each.state === 'unapproved' && each.profileId === profileId) ?? [];
  if (prices.length === 0) return null;
  return (
    <>
      <Note c="var(--b-uncertain)" className="numbers" data-testid={`service-studio-prices-${profileId}`}>
        {t('services.studioPrices.text')}
        {prices.map(({ id, name, message }) => (
          <span key={id}>
            <br />
            {formatMessage(name)}: {formatMessage(message)}
          </span>
        ))}
      </Note>
      <CardButton
        label={t('services.studioPrices.approve')}
        onClick={() => void request('studio.approvePrices', { profileId })}
        testId={`service-approve-prices-${profileId}`}
      />
    </>
  );
}
