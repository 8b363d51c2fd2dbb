/** The networks of the catalogue: what each is good for and asks for, and how it is fetched and removed. */
import { Button, Checkbox, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage, joinList } from '../../../contract/messages/format-message.ts';
import {
  type CatalogNetwork,
  defaultNetwork,
  type NetworkStatus,
  networkOf,
  networks,
  networkTerms,
  type SkippedNetwork,
} from '../../../contract/services/networks.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { formatDecimalBytes } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { useOpenSections } from '../../state/forms/collapsedSections.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import classes from './Services.module.css';

export function NetworksSection() {
  const { t } = useTranslation();
  const statuses = useData((data) => data.engine.networks);
  const use = useData((data) => data.engine.use);
  const network = networkOf(defaultNetwork);
  const { title, bytes, licence } = network;
  const settings = useData((data) => data.settings);
  const isOpen = useOpenSections(({ open }) => open.has(`${builtInProfileId}/networks`));
  const known = networks.flatMap((each) => {
    const status = statuses.find(({ id }) => id === each.id);
    return status ? { network: each, status } : [];
  });
  const ready = known.filter(({ status }) => status.state === 'ready').map((each) => each.network.title);
  const listOf = (shown: typeof known) =>
    shown.map((each) => (
      <Network
        key={each.network.id}
        {...each}
        isUsed={use?.used === each.network.id}
        passedOver={use?.passed_over.find((passed) => passed.network === each.network.id)}
      />
    ));
  return (
    <section className={classes.networks} aria-label={t('services.networks.title')} data-testid="networks">
      <CollapsibleSection
        name="networks"
        title={t('services.networks.title')}
        summary={ready.length > 0 ? joinList(ready) : t('services.networks.noneDownloaded')}
      >
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
        {listOf(known)}
      </CollapsibleSection>
      {!isOpen && listOf(known.filter(({ status }) => isNoteworthy(status)))}
    </section>
  );
}

/** Shown even if the section is collapsed: a download that is not complete, or has failed. */
const isNoteworthy = ({ state, message }: NetworkStatus): boolean =>
  message !== null || (state !== 'absent' && state !== 'ready');

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
        <h3>{title}</h3>
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
