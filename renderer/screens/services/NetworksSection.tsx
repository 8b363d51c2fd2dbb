/** The networks of the catalogue: what each is good for and asks for, and how it is fetched and removed. */
import { Button, Checkbox, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import {
  type CatalogNetwork,
  defaultNetwork,
  type NetworkStatus,
  networkOf,
  networks,
  networkTerms,
  type SkippedNetwork,
} from '../../../contract/services/networks.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { bindFields } from '../../forms/bindFields.ts';
import { formatDecimalBytes } from '../../locales/format.ts';
import { confirm } from '../../state/confirmDialog.ts';
import { changeSettings } from '../../state/settings.ts';
import { useData } from '../../state/store.ts';
import classes from './Services.module.css';

export function NetworksSection() {
  const { t } = useTranslation();
  const statuses = useData((data) => data.engine.networks);
  const use = useData((data) => data.engine.use);
  const network = networkOf(defaultNetwork);
  const { title, bytes, licence } = network;
  const settings = useData((data) => data.settings);
  return (
    <section className={classes.networks} aria-labelledby="networks-title" data-testid="networks">
      <h3 id="networks-title" className={classes.models}>
        {t('services.networks.title')}
      </h3>
      <p className={classes.text}>{t('services.networks.text')}</p>
      <Checkbox
        label={t('services.networks.byItself', { network: title })}
        description={
          <>
            {t('services.networks.byItselfHelp', { size: formatDecimalBytes(bytes), licence })}
            <br />
            {formatMessage(networkTerms(network))}
          </>
        }
        {...bindFields(settings, changeSettings).check('fetchNetwork', 'networks-by-itself')}
      />
      {networks.map((network) => {
        const status = statuses.find(({ id }) => id === network.id);
        const passedOver = use?.passed_over.find((passed) => passed.network === network.id);
        return (
          status && (
            <Network
              key={network.id}
              network={network}
              status={status}
              isUsed={use?.used === network.id}
              passedOver={passedOver}
            />
          )
        );
      })}
    </section>
  );
}

interface NetworkProps {
  readonly network: CatalogNetwork;
  readonly status: NetworkStatus;
  /** The engine would use it for the next photograph. */
  readonly isUsed: boolean;
  readonly passedOver: SkippedNetwork | undefined;
}

function Network({ network, status, isUsed, passedOver }: NetworkProps) {
  const { t } = useTranslation();
  const { id, title, licence, memoryBytes, timesAsLong } = network;
  const { state, doneBytes, totalBytes, message } = status;
  const isReady = state === 'ready';
  const isOnItsWay = state === 'downloading' || state === 'checking' || state === 'partial';
  return (
    <div className={classes.network} data-testid={`network-${id}`}>
      <div className={classes.networkHead}>
        <h4>{title}</h4>
        <span data-testid={`network-state-${id}`}>
          {isReady && isUsed ? t('services.networks.used') : t(`services.networks.states.${state}`)}
        </span>
      </div>
      <p className={classes.text}>{t(`services.networks.goodFor.${id}`)}</p>
      <p className={`${classes.networkFacts} numbers`}>
        {t('services.networks.download', { size: formatDecimalBytes(totalBytes), licence })}
        <br />
        {formatMessage(networkTerms(network))}
        <br />
        {t('services.networks.needs', { times: timesAsLong, memory: formatDecimalBytes(memoryBytes) })}
      </p>
      {isOnItsWay && (
        <>
          <Progress
            value={(100 * doneBytes) / totalBytes}
            aria-label={t('services.networks.progress', { network: title })}
          />
          <p className={`${classes.networkFacts} numbers`}>
            {t('services.networks.done', {
              done: formatDecimalBytes(doneBytes),
              total: formatDecimalBytes(totalBytes),
            })}
          </p>
        </>
      )}
      {message && <p className={cards.message}>{formatMessage(message)}</p>}
      {isReady && passedOver?.reason === 'memory' && (
        <p className={cards.message}>
          {t('services.networks.tooLittleMemory', {
            needed: formatDecimalBytes(passedOver.needed),
            free: formatDecimalBytes(passedOver.free),
          })}
        </p>
      )}
      <NetworkButtons network={network} status={status} />
    </div>
  );
}

function NetworkButtons({
  network: { id, title },
  status: { state, doneBytes },
}: Omit<NetworkProps, 'isUsed' | 'passedOver'>) {
  const { t } = useTranslation();
  const remove = () =>
    confirm({
      title: t('services.networks.removeTitle', { network: title }),
      text: t('services.networks.removeText', { size: formatDecimalBytes(doneBytes) }),
      yes: t('actions.remove'),
      no: t('actions.keep'),
      onYes: () => void request('networks.remove', { id }),
    });
  const button = (label: string, act: 'download' | 'cancel' | 'remove', onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      // "Download" alone does not say what, when it is read aloud.
      aria-label={`${label}: ${title}`}
      onClick={onClick}
      data-testid={`network-${act}-${id}`}
    >
      {label}
    </Button>
  );
  const download = () => void request('networks.download', { id });
  switch (state) {
    case 'absent':
      return <div>{button(t('services.networks.fetch'), 'download', download)}</div>;
    case 'partial':
      return (
        <div className={classes.networkButtons}>
          {button(t('services.networks.resume'), 'download', download)}
          {button(t('actions.remove'), 'remove', remove)}
        </div>
      );
    case 'downloading':
    case 'checking':
      return <div>{button(t('actions.cancel'), 'cancel', () => void request('networks.cancel', { id }))}</div>;
    case 'ready':
      return <div>{button(t('actions.remove'), 'remove', remove)}</div>;
    case 'removing':
      return null;
    default:
      return state satisfies never;
  }
}
