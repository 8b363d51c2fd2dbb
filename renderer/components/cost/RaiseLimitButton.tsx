/** Raises the spending limit that stopped a service. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../contract/messages/message.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { formatDecimal } from '../../locales/format.ts';
import { raiseLimit, suggestRaise } from '../../state/spendingLimits.ts';

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
      {t(`costs.raise.${raised.cap}`, { credits: formatDecimal(raised.credits) })}
    </Button>
  );
}
