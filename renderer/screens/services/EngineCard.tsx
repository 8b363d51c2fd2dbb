/** The built-in engine: its condition, models, networks and concurrency. */
import { Group, NumberInput, Text } from '@mantine/core';
import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Profile } from '../../../contract/services/profile.ts';
import { serviceStatus } from '../../../contract/services/service-status.ts';
import { request } from '../../bridge.ts';
import { Card, CardHeader } from '../../components/Card.tsx';
import { CollapsibleSection, SectionScope } from '../../components/CollapsibleSection.tsx';
import { Note } from '../../components/Note.tsx';
import { DestinationLine } from '../../components/status/DestinationLine.tsx';
import { FactList } from '../../components/status/FactList.tsx';
import { StateDot } from '../../components/status/StateDot.tsx';
import { formatBytes, formatCount } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { DefaultMark } from './DefaultMark.tsx';
import { NetworksSection } from './NetworksSection.tsx';
import { TryNowButton } from './TryNowButton.tsx';

function modelsText(models: readonly { readonly loaded: boolean }[], t: TFunction): string {
  if (models.length === 0) return t('services.engine.noModels');
  const loaded = models.filter((model) => model.loaded).length;
  const counts = { loaded: formatCount(loaded), number: formatCount(models.length) };
  return loaded === 0 ? t('services.engine.allWaiting', counts) : t('services.engine.someLoaded', counts);
}

export function EngineCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  // Models without a title keep the names of their files.
  const modelName = (name: string) =>
    i18next.exists(`services.engine.modelNames.${name}`)
      ? t(`services.engine.modelNames.${name}` as 'services.engine.modelNames.modnet')
      : name;
  const engine = useData((data) => data.engine);
  const status = useData((data) => data.profileStatus.find((each) => each.id === profile.id));
  const { tone, name, message, remedy } = serviceStatus(status ?? { condition: 'starting', message: null });
  return (
    <Card label={profile.name} testId="service-built-in">
      <CardHeader title={profile.name}>
        <DefaultMark profile={profile} />
      </CardHeader>
      <Group gap="xs" wrap="nowrap" data-testid="engine-condition">
        <StateDot tone={tone} />
        {formatMessage(name)}
      </Group>
      {message && (
        <Note c="var(--b-uncertain)" className="numbers">
          {formatMessage(message)}
        </Note>
      )}
      {remedy === 'try-now' && <TryNowButton profileId={profile.id} />}
      <Text inherit c="dimmed">
        {t('services.engine.text')}
      </Text>
      <DestinationLine profile={profile} />
      <FactList
        facts={[[t('services.engine.memory'), engine.memoryBytes === null ? null : formatBytes(engine.memoryBytes)]]}
      />
      <SectionScope value={profile.id}>
        <CollapsibleSection name="models" title={t('services.engine.models')} summary={modelsText(engine.models, t)}>
          <FactList
            facts={engine.models.map((model) => [
              modelName(model.name),
              model.loaded ? t('services.engine.loaded') : t('services.engine.waiting'),
            ])}
          />
        </CollapsibleSection>
        <NetworksSection />
      </SectionScope>
      <NumberInput
        label={t('services.engine.concurrency')}
        size="xs"
        w={160}
        min={1}
        max={16}
        clampBehavior="strict"
        value={profile.maxConcurrency}
        onChange={(value) => {
          if (typeof value === 'number' && value !== profile.maxConcurrency) {
            void request('profiles.save', { profile: { ...profile, maxConcurrency: value } });
          }
        }}
        data-testid="engine-concurrency"
      />
    </Card>
  );
}
