/** Ends the pause of a service after failures. */
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { CardButton } from '../../components/actions/CardButton.tsx';

export function TryNowButton({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  return (
    <CardButton
      label={t('services.tryNow')}
      onClick={() => void request('profiles.tryNow', { id: profileId })}
      testId={`service-try-now-${profileId}`}
    />
  );
}
