/** Raises the spending limit that stopped a service. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../contract/messages/message.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { limitReached } from '../../../contract/services/service-status.ts';
import { request } from '../../bridge.ts';
import { formatDecimal } from '../../locales/format.ts';

interface RaiseLimitButtonProps {
  readonly profile: Profile;
  /** The reason of the stop. */
  readonly message: Message | null;
}

export function RaiseLimitButton({ profile, message }: RaiseLimitButtonProps) {
  const { t } = useTranslation();
  const raised = suggestRaise(profile, message);
  if (raised === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => raiseLimit(profile, raised)}
      data-testid={`raise-${profile.id}`}
    >
      {t(`costs.raise.${raised.limit}`, { credits: formatDecimal(raised.credits) })}
    </Button>
  );
}

interface LimitRaise {
  readonly limit: NonNullable<ReturnType<typeof limitReached>>;
  /** New limit in credits; a lower one if it is the balance to keep. */
  readonly credits: number;
}

/** Suggests twice the limit that stopped the service, or half the balance to keep. Returns null if no limit did. */
function suggestRaise({ costs }: Pick<Profile, 'costs'>, message: Message | null): LimitRaise | null {
  const limit = limitReached(message);
  const now = limit === null ? null : costs[limit];
  if (limit === null || now === null) return null;
  if (limit === 'keepBalance') return { limit, credits: Math.floor(now / 2) };
  return { limit, credits: Math.max(2 * now, 100) };
}

function raiseLimit(profile: Profile, { limit, credits }: LimitRaise): void {
  void request('profiles.save', { profile: { ...profile, costs: { ...profile.costs, [limit]: credits } } });
}
