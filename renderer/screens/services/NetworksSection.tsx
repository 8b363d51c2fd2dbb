/** Networks of the catalog: the purpose and needs of each, its download and its removal. */
import { Box, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
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
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { Note } from '../../components/Note.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { formatDecimalBytes } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { useOpenSections } from '../../state/forms/collapsedSections.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { confirm } from '../../state/window/confirmDialog.ts';

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
    <section aria-label={t('services.networks.title')} data-testid="networks">
      <Stack gap="xs">
        <CollapsibleSection
          name="networks"
          title={t('services.networks.title')}
          summary={ready.length > 0 ? joinList(ready) : t('services.networks.noneDownloaded')}
        >
          <Text inherit c="dimmed">
            {t('services.networks.text')}
          </Text>
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
      </Stack>
    </section>
  );
}

/** Whether a network is shown even if the section is collapsed, because its download is incomplete or has failed. */
const isNoteworthy = ({ state, message }: NetworkStatus): boolean =>
  message !== null || (state !== 'absent' && state !== 'ready');

interface NetworkProps {
  readonly network: CatalogNetwork;
  readonly status: NetworkStatus;
  /** Whether the engine would use it for the next photograph. */
  readonly isUsed: boolean;
  readonly passedOver: SkippedNetwork | undefined;
}

function Network({ network, status, isUsed, passedOver }: NetworkProps) {
  const { t } = useTranslation();
  const { id, title, licence, memoryBytes, timesAsLong } = network;
  const { state, doneBytes, totalBytes, message } = status;
  const isReady = state === 'ready';
  const isPending = state === 'downloading' || state === 'checking' || state === 'partial';
  return (
    <Stack gap={4} py="xs" style={{ borderTop: '1px solid var(--b-line)' }} data-testid={`network-${id}`}>
      <Group gap="xs" wrap="nowrap" align="baseline" justify="space-between">
        <Box component="h3" m={0} fz="md">
          {title}
        </Box>
        <Note span data-testid={`network-state-${id}`}>
          {isReady && isUsed ? t('services.networks.used') : t(`services.networks.states.${state}`)}
        </Note>
      </Group>
      <Text inherit c="dimmed">
        {t(`services.networks.goodFor.${id}`)}
      </Text>
      <Note className="numbers">
        {t('services.networks.download', { size: formatDecimalBytes(totalBytes), licence })}
        <br />
        {formatMessage(networkTerms(network))}
        <br />
        {t('services.networks.needs', { times: timesAsLong, memory: formatDecimalBytes(memoryBytes) })}
      </Note>
      {isPending && (
        <>
          <Progress
            value={(100 * doneBytes) / totalBytes}
            aria-label={t('services.networks.progress', { network: title })}
          />
          <Note className="numbers">
            {t('services.networks.done', {
              done: formatDecimalBytes(doneBytes),
              total: formatDecimalBytes(totalBytes),
            })}
          </Note>
        </>
      )}
      {message && <Note c="var(--b-uncertain)">{formatMessage(message)}</Note>}
      {isReady && passedOver?.reason === 'memory' && (
        <Note c="var(--b-uncertain)">
          {t('services.networks.tooLittleMemory', {
            needed: formatDecimalBytes(passedOver.needed),
            free: formatDecimalBytes(passedOver.free),
          })}
        </Note>
      )}
      <NetworkButtons network={network} status={status} />
    </Stack>
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
      mt={4}
      // Screen readers need the name of the network too.
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
        <Group gap="xs" wrap="nowrap">
          {button(t('services.networks.resume'), 'download', download)}
          {button(t('actions.remove'), 'remove', remove)}
        </Group>
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
