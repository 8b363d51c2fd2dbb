/** Has a service tried at once that would otherwise be left alone for a while. */
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { CardButton } from './CardButton.tsx';

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
