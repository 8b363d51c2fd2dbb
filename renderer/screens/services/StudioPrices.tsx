import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { useData } from '../../state/data/store.ts';
import { CardButton } from './CardButton.tsx';

/** Lower prices that another station entered, and their approval. */
export function StudioPrices({ profileId }: { readonly profileId: string }) {
  const { t } = useTranslation();
  const library = useData((data) => data.studio?.library);
  const prices = library?.filter((each) => each.state === 'unapproved' && each.profileId === profileId) ?? [];
  if (prices.length === 0) return null;
  return (
    <>
      <p className={`${cards.message} numbers`} data-testid={`service-studio-prices-${profileId}`}>
        {t('services.studioPrices.text')}
        {prices.map(({ id, name, message }) => (
          <span key={id}>
            <br />
            {formatMessage(name)}: {formatMessage(message)}
          </span>
        ))}
      </p>
      <CardButton
        label={t('services.studioPrices.approve')}
        onClick={() => void request('studio.approvePrices', { profileId })}
        testId={`service-approve-prices-${profileId}`}
      />
    </>
  );
}
